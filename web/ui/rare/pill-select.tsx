import { useId } from 'react'
import classes from './pill-select.module.css'

/** One choice out of a few or many, the system's own list behind a pill; marked while it is not the `neutral` one. */
export function PillSelect({
  label,
  value,
  options,
  neutral = '',
  onChange,
}: {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  /** The value without a choice. */
  neutral?: string
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <div className={classes.choice}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <select
        id={id}
        className={classes.select}
        data-set={value !== neutral || undefined}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
