import { TextInput } from '@mantine/core'

/** Six digits of a mail or an authenticator app. */
export function DigitsInput({
  label,
  value,
  onChange,
  isFirst = false,
}: {
  label: string
  value: string
  onChange: (digits: string) => void
  /** What a person types next: it has the focus when it appears. */
  isFirst?: boolean
}) {
  return (
    <TextInput
      label={label}
      value={value}
      required
      withAsterisk={false}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]{6}"
      maxLength={6}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears where the person just pressed
      autoFocus={isFirst}
      onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\D/g, ''))}
    />
  )
}
