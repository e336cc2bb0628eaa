/** The highest tier that a number reaches; tiers come the lowest first. Null when it reaches none. */
export function reachedTier<T>(tiers: readonly T[], reached: number, asks: (tier: T) => number): T | null {
  return tiers.findLast((tier) => asks(tier) <= reached) ?? null
}

/** A month in UTC, `YYYY-MM`, so many months after the one a moment is in (milliseconds since 1970). */
export function monthAfter(at: number, months = 0): string {
  return new Date(monthStarts(at, months)).toISOString().slice(0, 7)
}

/** When that month begins. */
export function monthStarts(at: number, months = 0): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
}
