import { tierGoal, type TierGoal } from './reward-tier.ts'

/** What this month's check-ins can still come to, for the claim of next month. */
export function claimGoal<Tier extends { checkIns: number }>({
  tiers,
  thisMonthCheckIns,
  thisMonthDaysLeft,
}: {
  /** The lowest first. */
  tiers: readonly Tier[]
  thisMonthCheckIns: number
  thisMonthDaysLeft: number
}): TierGoal<Tier> {
  return tierGoal(tiers, {
    count: thisMonthCheckIns,
    daysLeft: thisMonthDaysLeft,
    asks: ({ checkIns }) => checkIns,
  })
}
