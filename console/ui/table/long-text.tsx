import { Textarea } from '@mantine/core'

/** A text of several lines that grows with what is typed; Ctrl or ⌘ and Enter send its form. */
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
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
        event.preventDefault()
        event.currentTarget.form?.requestSubmit()
      }}
    />
  )
}
