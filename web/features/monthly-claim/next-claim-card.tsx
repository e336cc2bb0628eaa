import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import type { MonthlyClaimStatus } from '#contracts/rewards.schemas.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatMonth, formatNumber } from '#web/ui/common/format.ts'
import { Meter } from '#web/ui/meter.tsx'
import classes from './next-claim-card.module.css'

/** How far this month's check-ins are for the claim of the next. */
export function NextClaimCard({
  status,
  isCheckedIn,
}: {
  status: MonthlyClaimStatus
  /** Today, as far as is known: nothing is left to do then. */
  isCheckedIn: boolean
}) {
  const { tiers, thisMonthCheckIns: count } = status
  const month = formatMonth(status.month)
  const claimMonth = formatMonth(status.closesAt.slice(0, 7))
  const next = tiers.find(({ checkIns }) => checkIns > count)
  const top = tiers.at(-1)
  const needed = next?.checkIns ?? top?.checkIns ?? 0
  return (
    <Card className={classes.card}>
      <div className={classes.head}>
        <h2>{m.monthly_claim_this_month({ month })}</h2>
        <b>{m.monthly_claim_progress_text({ count, needed })}</b>
      </div>
      <Meter
        tone="gold"
        value={Math.min(count, needed)}
        max={needed}
        label={m.monthly_claim_progress({ month })}
        text={m.monthly_claim_progress_text({ count, needed })}
      />
      <p className={classes.hint}>
        {next
          ? m.monthly_claim_next_tier({
              count: next.checkIns - count,
              points: formatNumber(next.points),
              month: claimMonth,
            })
          : m.monthly_claim_top_tier({ points: formatNumber(top?.points ?? 0), month: claimMonth })}
      </p>
      {!isCheckedIn && (
        <ButtonLink look="soft" to={paths.dailyCheckIn}>
          {m.monthly_claim_check_in()}
        </ButtonLink>
      )}
    </Card>
  )
}
