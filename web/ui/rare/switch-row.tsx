import { useId, type ChangeEvent, type ReactNode } from 'react'
import classes from './switch-row.module.css'

/** Something that is on or off, with its name and a sentence; the whole row switches it. */
export function SwitchRow({
  label,
  hint,
  checked,
  onChange,
}: {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  onChange: (isOn: boolean) => void
}) {
  const id = useId()
  return (
    <label className={classes.row}>
      <span className={classes.text}>
        <b id={`${id}-label`}>{label}</b>
        {hint && (
          <span id={`${id}-hint`} className={classes.hint}>
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        className={classes.switch}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        checked={checked}
        aria-checked={checked}
        onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.checked)}
      />
    </label>
  )
}
