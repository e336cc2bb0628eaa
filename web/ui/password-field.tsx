import { useState } from 'react'
import { m } from '#messages'
import { EyeIcon, EyeOffIcon } from './eye-icons.tsx'
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
