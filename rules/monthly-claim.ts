import { dateStarts } from './local-date.ts'
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

/**
 * When the claim of a month (`YYYY-MM`) is open, whatever was taken: as the month begins in UTC, or later where it begins
 * later for its member, whose check-ins count by their own dates.
 */
export function claimOpensAt(month: string, zone: string): number {
  return Math.max(Date.parse(`${month}-01T00:00:00Z`), dateStarts(`${month}-01`, zone))
}
