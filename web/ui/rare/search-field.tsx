import { useRef, type ComponentProps } from 'react'
import { SearchIcon } from '#web/ui/control-icons.tsx'
import { CrossIcon } from '#web/ui/icons.tsx'
import classes from './search-field.module.css'

/** One line to search by, in a pill: a magnifier before it, and a cross once something is written. */
export function SearchField({
  label,
  clearLabel,
  value,
  onChange,
  ...rest
}: {
  label: string
  clearLabel: string
  value: string
  onChange: (value: string) => void
} & Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'>) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <search className={classes.field}>
      <SearchIcon size={20} className={classes.icon} />
      <input
        ref={input}
        className={classes.input}
        type="search"
        aria-label={label}
        enterKeyHint="search"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...rest}
      />
      {value !== '' && (
        <button
          type="button"
          className={classes.clear}
          aria-label={clearLabel}
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
        >
          <CrossIcon size={18} />
        </button>
      )}
    </search>
  )
}
