import { Chip, Group, Stack } from '@mantine/core'
import { m } from '#console-messages'
import { LongText } from './long-text.tsx'
import type { RowAct } from './row-act.ts'
import styles from './act-dialog.module.css'

const noTemplates: readonly string[] = []

/** The text an act asks for, with its templates. */
export function ActReason({
  label,
  isRequired,
  templates = noTemplates,
  length = 500,
  rows,
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
      <LongText {...{ label, value, length, rows, isRequired, isFirst, onChange }} />
    </Stack>
  )
}
