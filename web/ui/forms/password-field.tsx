import { useState } from 'react'
import { m } from '#messages'
import { icon } from '#web/ui/icon.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'
import classes from './field.module.css'

/** A password with a button that shows it, reachable by keyboard. `autoComplete` says whether it is new. */
export function PasswordField({
  autoComplete = 'current-password',
  ...rest
}: TextFieldProps & { autoComplete?: 'current-password' | 'new-password' }) {
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      {...rest}
      type={isShown ? 'text' : 'password'}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      rightSection={
        <button
          type="button"
          className={classes.toggle}
          aria-label={isShown ? m.common_hide_password() : m.common_show_password()}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOffIcon size={22} /> : <EyeIcon size={22} />}
        </button>
      }
    />
  )
}

const EyeIcon = icon(
  <>
    <path d="M2.5 12C4.5 8 8 6 12 6s7.5 2 9.5 6c-2 4-5.5 6-9.5 6s-7.5-2-9.5-6z" />
    <circle cx="12" cy="12" r="2.5" />
  </>,
)
const EyeOffIcon = icon(
  <path d="M4 4l16 16M9.5 6.3A10 10 0 0 1 12 6c4 0 7.5 2 9.5 6a12 12 0 0 1-2.6 3.5M6 8a12 12 0 0 0-3.5 4c2 4 5.5 6 9.5 6a10 10 0 0 0 4-.8M10 10.3a2.5 2.5 0 0 0 3.6 3.5" />,
)
