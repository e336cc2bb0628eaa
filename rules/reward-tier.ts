/** The highest tier that a number reaches; tiers come the lowest first. Null when it reaches none. */
export function reachedTier<T>(tiers: readonly T[], reached: number, asks: (tier: T) => number): T | null {
  return tiers.findLast((tier) => asks(tier) <= reached) ?? null
}

/**
 * What a count that grows by at most one a day can still come to, with so many days left: the next tier with what is
 * missing, the one reached where no further one is in reach, or none of them.
 */
export type TierGoal<T> =
  | { state: 'ahead'; tier: T; missing: number }
  | { state: 'reached'; tier: T }
  | { state: 'out_of_reach' }

/** The goal among tiers, the lowest first. */
export function tierGoal<T>(
  tiers: readonly T[],
  { count, daysLeft, asks }: { count: number; daysLeft: number; asks: (tier: T) => number },
): TierGoal<T> {
  const next = tiers.find((tier) => asks(tier) > count)
  if (next && asks(next) - count <= daysLeft)
    return { state: 'ahead', tier: next, missing: asks(next) - count }
  const reached = reachedTier(tiers, count, asks)
  return reached === null ? { state: 'out_of_reach' } : { state: 'reached', tier: reached }
}
