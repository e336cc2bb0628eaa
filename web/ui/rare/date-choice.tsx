import { useId, useLayoutEffect, useRef } from 'react'
import classes from './date-choice.module.css'

/**
 * One date, `YYYY-MM-DD`, by the system's own picker or typed; `onChange` hears undefined where one that is not
 * `required` is emptied. What is typed counts once the field is left or Enter is pressed: each key in between is a date
 * too, such as a year 0002 or a first of a month.
 */
export function DateChoice({
  label,
  value,
  min,
  max,
  required,
  onChange,
}: {
  label: string
  value: string | undefined
  min?: string
  max?: string
  required?: boolean
  onChange: (date: string | undefined) => void
}) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const isByKeys = useRef(false)
  const isChanged = useRef(false)
  // While somebody is in it, it is theirs.
  useLayoutEffect(() => {
    const input = field.current!
    if (document.activeElement !== input) input.value = value ?? ''
  }, [value])

  function keep(input: HTMLInputElement): void {
    if (!isChanged.current || !input.validity.valid) return
    isChanged.current = false
    onChange(input.value || undefined)
  }

  return (
    <div className={classes.date}>
      <label htmlFor={id}>{label}</label>
      <input
        ref={field}
        id={id}
        type="date"
        defaultValue={value}
        min={min ?? '2020-01-01'}
        max={max}
        required={required}
        onPointerDown={() => (isByKeys.current = false)}
        onKeyDown={({ key, currentTarget }) => {
          isByKeys.current = true
          if (key !== 'Enter') return
          keep(currentTarget)
          currentTarget.reportValidity()
        }}
        onChange={({ currentTarget }) => {
          isChanged.current = true
          // Picked: it is whole.
          if (!isByKeys.current) keep(currentTarget)
        }}
        onBlur={({ currentTarget }) => {
          const isWrong = !currentTarget.validity.valid
          keep(currentTarget)
          isChanged.current = false
          // Half a date, or one out of bounds, is not what is shown.
          if (isWrong) currentTarget.value = value ?? ''
        }}
      />
    </div>
  )
}
