import { useId, type ChangeEvent } from 'react'
import classes from './date-choice.module.css'

/**
 * One date, `YYYY-MM-DD`, by the system's own picker; `onChange` hears undefined where one that may be open is emptied.
 */
export function DateChoice({
  label,
  value,
  min,
  max,
  onChange,
}: {
  label: string
  value: string | undefined
  min?: string
  max?: string
  onChange: (date: string | undefined) => void
}) {
  const id = useId()
  return (
    <div className={classes.date}>
      <label htmlFor={id}>{label}</label>
      <input
        // Drawn anew when the address says another date; between, a half-typed one is the person's.
        key={value}
        id={id}
        type="date"
        defaultValue={value}
        min={min ?? '2020-01-01'}
        max={max}
        onChange={({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
          if (currentTarget.validity.valid) onChange(currentTarget.value || undefined)
        }}
      />
    </div>
  )
}
