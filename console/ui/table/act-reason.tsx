import { Chip, Group, Stack, Textarea } from '@mantine/core'
import { m } from '#console-messages'
import type { RowAct } from './row-act.ts'
import styles from './act-dialog.module.css'

const noTemplates: readonly string[] = []

/** The text an act asks for, with its templates. */
export function ActReason({
  label,
  isRequired,
  templates = noTemplates,
  length = 500,
  rows = 2,
  value,
  onChange,
  isFirst,
}: NonNullable<RowAct<never>['reason']> & {
  value: string
  onChange: (reason: string) => void
  /** The cursor is in it at first. */
  isFirst: boolean
}) {
  return (
    <Stack gap="xs">
      {templates.length > 0 && (
        <Group gap={6} role="group" aria-label={m.table_templates()}>
          {templates.map((template) => (
            <Chip
              key={template}
              size="xs"
              classNames={{ label: styles.template }}
              checked={value === template}
              onChange={() => onChange(template)}
            >
              {template}
            </Chip>
          ))}
        </Group>
      )}
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
    </Stack>
  )
}
