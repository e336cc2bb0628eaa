import { m } from '#console-messages'
import { writeToMember } from '#contracts/operator-support.endpoints.ts'
import { SUPPORT_MESSAGE_MAX, SUPPORT_SUBJECT_MAX } from '#contracts/support.constants.ts'
import { call } from '#console/platform/api.ts'
import { outcomeOfEach } from '#console/ui/outcome-of-each.ts'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { requestHref } from './named-request.tsx'

/** Whom something is written to, and about what. */
interface Addressee {
  uid: string
  name: string
  /** A disabled member has the mail alone. */
  isDisabled?: boolean
  /** What it is about before anything is typed. */
  subject?: string
  /** Ids of what it is about. */
  references?: string[]
}

/** Writes to members who asked nothing; of one it leads to the request that it makes. */
export function writeAct<Row>({
  label,
  hotkey,
  idOf,
  to,
}: {
  label: string
  hotkey?: string
  idOf: (row: Row) => string
  /** Null where there is nobody any more. */
  to: (row: Row) => Addressee | null
}): RowAct<Row> {
  return {
    id: 'write',
    label,
    ...(hotkey && { hotkey }),
    look: 'quiet',
    permission: 'support.write',
    applies: (row) => to(row) !== null,
    fields: (rows) => [
      {
        name: 'subject',
        label: m.inboxes_subject(),
        isRequired: true,
        length: SUPPORT_SUBJECT_MAX,
        initial: rows.length === 1 ? (to(rows[0]!)?.subject ?? '').slice(0, SUPPORT_SUBJECT_MAX) : '',
      },
    ],
    reason: { label: m.inboxes_message(), isRequired: true, length: SUPPORT_MESSAGE_MAX, rows: 6 },
    preview: (rows) => {
      const { name = '', isDisabled = false } = to(rows[0]!) ?? {}
      return (
        <p>
          {isDisabled
            ? m.inboxes_write_preview_disabled({ name })
            : m.inboxes_write_preview({ count: rows.length, name })}
        </p>
      )
    },
    run: async (rows, text, { subject = '' }, idempotencyKey) => {
      const write = async (row: Row) => {
        const { uid, references = [] } = to(row)!
        return await call(writeToMember, {
          body: { uid, subject: subject.trim(), text, references },
          idempotencyKey: `${idempotencyKey}-${idOf(row)}`,
        })
      }
      const [row] = rows
      if (rows.length > 1)
        return await outcomeOfEach(
          rows.map((one) => ({ id: idOf(one), row: one })),
          async (one) => await write(one.row),
        )
      const { id } = await write(row!)
      return [{ id: idOf(row!), done: true, detail: null, leadsTo: requestHref({ id, topic: 'other' }) }]
    },
    said: (count) => m.inboxes_written({ count }),
  }
}
