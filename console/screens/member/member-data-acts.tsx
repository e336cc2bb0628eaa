import { useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import { eraseMember, exportMember, getMemberErasure } from '#contracts/operator-member-data.endpoints.ts'
import type { OperatedMemberView } from '#contracts/operator-members.schemas.ts'
import { call } from '#console/platform/api.ts'
import { neverFromMemory } from '#console/platform/never-from-memory.ts'
import { oneDone } from '#console/ui/act-button.tsx'
import { Facts } from '#console/ui/facts.tsx'
import { formatCrels, formatDateTime, formatNumber } from '#console/ui/format.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { saveFile } from '#console/ui/table/csv.ts'
import type { RowAct } from '#console/ui/table/row-act.ts'
import styles from './member.module.css'

type Act = RowAct<OperatedMemberView>

/** Takes all that is held of a member as a file. */
export const exportAct: Act = {
  id: 'export',
  label: m.member_export(),
  look: 'quiet',
  permission: 'member.export',
  reason: { label: m.member_reason(), isRequired: true },
  preview: ([member]) => member && <p>{m.member_export_preview({ name: member.email })}</p>,
  run: async ([member], reason) => {
    const { uid, shortId } = member!
    const archive: unknown = await call(exportMember, { params: { uid }, body: { reason } })
    saveFile(`member-${shortId}.zip`, archive as Blob, 'application/zip')
    return oneDone(uid)
  },
  said: m.member_exported_said,
}

/** Deletes a member's account, once their address was typed. */
export const eraseAct: Act = {
  id: 'erase',
  label: m.member_erase(),
  look: 'danger',
  permission: 'member.erase',
  fields: [{ name: 'confirmation', label: m.member_erase_confirmation(), isRequired: true, length: 254 }],
  reason: { label: m.member_reason(), isRequired: true },
  preview: ([member]) => member && <Effects member={member} />,
  allows: ([member], { confirmation }) => confirmation?.trim().toLowerCase() === member?.email.toLowerCase(),
  run: async ([member], reason, { confirmation = '' }) => {
    const { uid } = member!
    await call(eraseMember, { params: { uid }, body: { confirmation, reason } })
    return oneDone(uid)
  },
  said: m.member_erased_said,
}

/** What a deletion takes, counted by the server, and what is in its way. */
function Effects({ member: { uid, email } }: { member: OperatedMemberView }) {
  const effects = useQuery({
    queryKey: ['member-erasure', uid],
    ...neverFromMemory,
    queryFn: async ({ signal }) => await call(getMemberErasure, { params: { uid }, signal }),
  })
  if (effects.isPending) return <LoadingState />
  if (effects.isError) return <FailureState error={effects.error} onRetry={() => void effects.refetch()} />
  const { crels, points, campaigns, links, orders, blocked, erasedWithinMinutes } = effects.data
  const blocks = { redemption: m.member_erase_blocked_redemption, email_change: m.member_erase_blocked_email }
  if (blocked)
    return (
      <p role="alert" className={styles.blocked}>
        {blocks[blocked.by]()}
        {blocked.until && ` ${m.member_erase_blocked_until({ time: formatDateTime(blocked.until) })}`}
      </p>
    )
  return (
    <>
      <p>{m.member_erase_preview({ name: email, minutes: erasedWithinMinutes })}</p>
      <Facts
        facts={[
          [m.member_available(), formatCrels(crels.available)],
          [m.member_pending(), formatCrels(crels.pending)],
          [m.member_reserved(), formatCrels(crels.reserved)],
          [m.member_debt(), formatCrels(crels.debt)],
          [m.member_points(), formatNumber(points)],
          [m.member_reach_campaigns(), formatNumber(campaigns)],
          [m.member_reach_links(), formatNumber(links)],
          [m.member_reach_orders(), formatNumber(orders.placed)],
          [m.member_erase_codes(), formatNumber(orders.withCodes)],
        ]}
      />
    </>
  )
}
