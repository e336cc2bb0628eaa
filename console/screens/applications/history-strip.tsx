import { m } from '#console-messages'
import type { OperatedApplication } from '#contracts/operator-applications.schemas.ts'
import { formatCrels, formatNumber } from '#console/ui/format.ts'
import { Pill, Pills } from '#console/ui/pill.tsx'

/** How young an account is worth a second look. */
const youngDays = 7

/** What became of the member before: what speaks against them first. */
export function HistoryStrip({ row: { member, history, risk } }: { row: OperatedApplication }) {
  const { joined, declined, removed, accepted, underReview } = history
  const onDevice = risk.alike.filter(({ isOnDevice }) => isOnDevice).length
  const paidThere = risk.alike.filter(({ isPaidThere }) => isPaidThere).length
  return (
    <Pills>
      {member.isDisabled && <Pill tone="bad">{m.applications_disabled()}</Pill>}
      {risk.debtCrels > 0 && (
        <Pill tone="bad">{m.redemptions_risk_debt({ crels: formatCrels(risk.debtCrels) })}</Pill>
      )}
      {paidThere > 0 && <Pill tone="bad">{m.redemptions_risk_shared({ count: paidThere })}</Pill>}
      {onDevice > 0 && <Pill tone="warn">{m.applications_device({ count: onDevice })}</Pill>}
      {removed > 0 && <Pill tone="bad">{m.applications_removed({ count: formatNumber(removed) })}</Pill>}
      {declined > 0 && <Pill tone="warn">{m.applications_declined({ count: formatNumber(declined) })}</Pill>}
      {underReview > 0 && (
        <Pill tone="warn">{m.applications_under_review({ count: formatNumber(underReview) })}</Pill>
      )}
      {member.accountAgeDays < youngDays && (
        <Pill tone="warn">{m.applications_new({ days: formatNumber(member.accountAgeDays) })}</Pill>
      )}
      {joined === 0 ? (
        <Pill>{m.applications_first()}</Pill>
      ) : (
        <Pill tone="good">
          {m.applications_joined({ count: joined })} ·{' '}
          {m.applications_accepted({ count: formatNumber(accepted) })}
        </Pill>
      )}
    </Pills>
  )
}
