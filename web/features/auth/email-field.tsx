import { m } from '#messages'
import { TextField, type TextFieldProps } from '#web/ui/forms/text-field.tsx'

/** The address one signs in with, as password managers know it. */
export function EmailField(props: Partial<TextFieldProps>) {
  return (
    <TextField
      label={m.auth_email()}
      {...props}
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      withAsterisk={false}
    />
  )
}
