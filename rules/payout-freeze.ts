/** For how many hours payouts are frozen after a change of an account, by settings in force or of before. */
export interface FreezeLength {
  hours: number
  /** How many milliseconds ago other settings took the place of these; null of those in force. */
  replacedMs: number | null
}

/**
 * For how many more milliseconds nothing is paid out to a member whose account changed so many milliseconds ago, each
 * time; 0 while nothing is frozen. A freeze has the longest length that was in force since its change: one that began is
 * never shortened, since the account may just have been taken over.
 */
export function freezeLeftMs(changesMs: readonly number[], lengths: readonly FreezeLength[]): number {
  const left = changesMs.flatMap((sinceMs) =>
    lengths
      .filter(({ replacedMs }) => replacedMs === null || replacedMs <= sinceMs)
      .map(({ hours }) => hours * 3_600_000 - sinceMs),
  )
  return Math.max(0, ...left)
}
