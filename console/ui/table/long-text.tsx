import { Textarea } from '@mantine/core'

/** A text of several lines that grows with what is typed. */
export function LongText({
  label,
  value,
  length,
  rows = 2,
  isRequired = false,
  isFirst,
  onChange,
}: {
  label: string
  value: string
  length: number
  /** Lines that are seen while it is empty. */
  rows?: number | undefined
  isRequired?: boolean
  /** The cursor is in it at first. */
  isFirst: boolean
  onChange: (value: string) => void
}) {
  return (
    <Textarea
      label={label}
      required={isRequired}
      withAsterisk={false}
      autosize
      minRows={rows}
      maxRows={16}
      maxLength={length}
      data-autofocus={isFirst || undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
