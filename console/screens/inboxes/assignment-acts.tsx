import { m } from '#console-messages'
import type { OperatorPermission } from '#rules/operator-permissions.ts'
import { formatAge } from '#console/ui/format.ts'
import { outcomeOfEach } from '#console/ui/outcome-of-each.ts'
import type { RowAct } from '#console/ui/table/row-act.ts'

/** What every inbox knows of a row. */
export interface InboxRow {
  id: string
  /** Since when it waits for an operator; null where it does not. */
  waitingSince: string | null
  assignee: { id: string; name: string; at: string } | null
}

/** How a row of an inbox is taken and given back. */
export interface Assignment<Row> {
  permission: OperatorPermission
  /** `from` is who works on it as the operator sees it. */
  take: (row: Row, from: string | null) => Promise<unknown>
  giveBack: (row: Row) => Promise<unknown>
}

/** Taking a row, also from another operator, and giving it back. */
export function assignmentActs<Row extends InboxRow>(
  { permission, take, giveBack }: Assignment<Row>,
  operatorId: string,
): RowAct<Row>[] {
  return [
    {
      id: 'take',
      label: m.inboxes_take(),
      hotkey: 't',
      look: 'quiet',
      permission,
      applies: ({ assignee, waitingSince }) => waitingSince !== null && assignee?.id !== operatorId,
      preview: (rows) => {
        const others = rows.flatMap(({ assignee }) => (assignee ? [assignee] : []))
        return (
          <>
            <p>{m.inboxes_take_preview({ count: rows.length })}</p>
            {others.map(({ id, name, at }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- one operator may have several of them
              <p key={`${id} ${index}`}>{m.inboxes_take_from({ name, age: formatAge(at) })}</p>
            ))}
          </>
        )
      },
      run: async (rows) =>
        await outcomeOfEach(rows, async (row) => await take(row, row.assignee?.id ?? null)),
      said: (count) => m.inboxes_taken({ count }),
    },
    {
      id: 'give-back',
      label: m.inboxes_give_back(),
      hotkey: 'g',
      look: 'quiet',
      permission,
      applies: ({ assignee }) => assignee?.id === operatorId,
      preview: (rows) => <p>{m.inboxes_give_back_preview({ count: rows.length })}</p>,
      run: async (rows) => await outcomeOfEach(rows, giveBack),
      said: (count) => m.inboxes_given_back({ count }),
    },
  ]
}
