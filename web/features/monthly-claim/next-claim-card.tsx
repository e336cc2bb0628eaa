import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import type { MonthlyClaimStatus } from '#contracts/rewards.schemas.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatMonth, formatNumber } from '#web/ui/common/format.ts'
import { claimGoal } from '#rules/monthly-claim.ts'
import type { TierGoal } from '#rules/reward-tier.ts'
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
  const goal = claimGoal(status)
  const isMonthOpen = status.countedMonthEndsAt !== null && status.refusal !== 'claimed'
  const month = formatMonth(status.month)
  const claimMonth = formatMonth(status.closesAt.slice(0, 7))
  const needed = (goal.state === 'out_of_reach' ? tiers[0] : goal.tier)?.checkIns ?? 0
  const text =
    goal.state === 'ahead'
      ? m.monthly_claim_progress_text({ count, needed })
      : m.monthly_claim_count({ count })
  return (
    <Card className={classes.card}>
      <div className={classes.head}>
        <h2>{m.monthly_claim_this_month({ month })}</h2>
        <b>{text}</b>
      </div>
      <Meter
        tone="gold"
        value={Math.min(count, needed)}
        max={needed}
        label={m.monthly_claim_progress({ month })}
        text={text}
      />
      <p className={classes.hint}>{goalText(goal, { month: claimMonth, top: tiers.at(-1) })}</p>
      {/* While the month before is open, today is of that one, and its card has the button. */}
      {!isCheckedIn && !isMonthOpen && (
        <ButtonLink look="soft" to={paths.dailyCheckIn}>
          {m.monthly_claim_check_in()}
        </ButtonLink>
      )}
    </Card>
  )
}

function goalText(
  goal: TierGoal<MonthlyClaimStatus['tiers'][number]>,
  { month, top }: { month: string; top: MonthlyClaimStatus['tiers'][number] | undefined },
): string {
  if (goal.state === 'out_of_reach') return m.monthly_claim_out_of_reach({ month })
  const points = formatNumber(goal.tier.points)
  if (goal.state === 'ahead') return m.monthly_claim_next_tier({ count: goal.missing, points, month })
  return goal.tier === top
    ? m.monthly_claim_top_tier({ points, month })
    : m.monthly_claim_reached({ points, month })
}
