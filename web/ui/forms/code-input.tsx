import { useId, type ReactNode } from 'react'
import classes from './code-input.module.css'

/**
 * A one-time code of six digits: one real field, so that paste, autofill from a message and screen readers work as
 * with any other, drawn as six boxes. `onComplete` is called once when the last digit arrives.
 */
export function CodeInput({
  label,
  value,
  onChange,
  onComplete,
  error,
  disabled,
  id: ownId,
  length = 6,
}: {
  label: ReactNode
  value: string
  onChange: (code: string) => void
  onComplete?: (code: string) => void
  error?: ReactNode
  disabled?: boolean
  id?: string
  length?: number
}) {
  const madeId = useId()
  const id = ownId ?? madeId

  function take(text: string): void {
    const code = text.replace(/\D/g, '').slice(0, length)
    if (code === value) return
    onChange(code)
    if (code.length === length) onComplete?.(code)
  }

  return (
    <div className={classes.field}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      <div className={classes.boxes} data-error={error ? true : undefined}>
        <input
          id={id}
          className={classes.input}
          value={value}
          onChange={(event) => take(event.currentTarget.value)}
          onPaste={(event) => {
            event.preventDefault()
            take(event.clipboardData.getData('text'))
          }}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern={`[0-9]{${length}}`}
          // Room for what is typed with spaces; only the digits stay.
          maxLength={length + 4}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {Array.from({ length }, (_, index) => (
          <span
            key={index}
            className={classes.box}
            aria-hidden="true"
            data-next={index === Math.min(value.length, length - 1) || undefined}
          >
            {value[index]}
          </span>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={classes.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
