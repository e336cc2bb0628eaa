import { useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import { getWithdrawalReach, withdrawAnnouncement } from '#contracts/operator-announcements.endpoints.ts'
import type { OperatedAnnouncement } from '#contracts/operator-announcements.schemas.ts'
import { call } from '#console/platform/api.ts'
import { neverFromMemory } from '#console/platform/never-from-memory.ts'
import { Facts } from '#console/ui/facts.tsx'
import { formatNumber } from '#console/ui/format.ts'
import { outcomeOfEach } from '#console/ui/outcome-of-each.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'

/** Takes announcements out of every inbox: what was read and mailed cannot be taken back, and they do not come back. */
export const withdraw: RowAct<OperatedAnnouncement> = {
  id: 'withdraw',
  label: m.announcements_withdraw(),
  hotkey: 'w',
  look: 'danger',
  permission: 'announcement.withdraw',
  applies: ({ state }) => state !== 'withdrawn',
  preview: (rows) => (
    <>
      <p>{m.announcements_withdraw_preview()}</p>
      {rows.map((row) => (
        <Reach key={row.id} row={row} isNamed={rows.length > 1} />
      ))}
    </>
  ),
  run: async (rows) =>
    await outcomeOfEach(rows, async ({ id }) => await call(withdrawAnnouncement, { params: { id } })),
  said: (count) => m.announcements_withdrawn_said({ count }),
}

function Reach({ row: { id, title }, isNamed }: { row: OperatedAnnouncement; isNamed: boolean }) {
  const reach = useQuery({
    queryKey: ['announcement-reach', id],
    ...neverFromMemory,
    queryFn: async ({ signal }) => await call(getWithdrawalReach, { params: { id }, signal }),
  })
  if (reach.isPending) return <LoadingState />
  if (reach.isError) return <FailureState error={reach.error} onRetry={() => void reach.refetch()} />
  const { inboxes, left } = reach.data
  return (
    <>
      {isNamed && (
        <b>
          <bdi>{title}</bdi>
        </b>
      )}
      <Facts
        facts={[
          [m.announcements_inboxes(), formatNumber(inboxes)],
          [m.announcements_left(), formatNumber(left)],
        ]}
      />
    </>
  )
}
