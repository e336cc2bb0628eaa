import type { MonthlyClaimStatus } from '#contracts/rewards.schemas.ts'
import { tierGoal, type TierGoal } from '#rules/reward-tier.ts'

/** What this month's check-ins can still come to, for the claim of next month. */
export function claimGoal({
  tiers,
  thisMonthCheckIns,
  thisMonthDaysLeft,
}: MonthlyClaimStatus): TierGoal<MonthlyClaimStatus['tiers'][number]> {
  return tierGoal(tiers, {
    count: thisMonthCheckIns,
    daysLeft: thisMonthDaysLeft,
    asks: ({ checkIns }) => checkIns,
  })
}
