/** For how many hours payouts are frozen after a change of an account, by settings in force or of before. */
export interface FreezeLength {
  hours: number
  /** How many milliseconds ago other settings took the place of these; null of those in force. */
  replacedMs: number | null
}

const hourMs = 3_600_000
/** Settings that others took the place of sooner were a slip. */
const slipMs = 24 * hourMs

/**
 * For how many more milliseconds nothing is paid out to a member whose account changed so many milliseconds ago, each
 * time; 0 while nothing is frozen. `lengths` are those of all settings, the oldest first, which were always there. A
 * freeze is as long as was said at its change, so that who took an account over gains nothing by a shorter setting, or
 * as is said now, so that a longer one that was a slip ends with its settings (docs/decisions/148).
 */
export function freezeLeftMs(changesMs: readonly number[], lengths: readonly FreezeLength[]): number {
  const now = lengths.at(-1)!.hours
  const left = changesMs.map((sinceMs) => Math.max(hoursAt(sinceMs, lengths), now) * hourMs - sinceMs)
  return Math.max(0, ...left)
}

/** What was said so many milliseconds ago; by a slip no more than by the settings before it that were none. */
function hoursAt(sinceMs: number, lengths: readonly FreezeLength[]): number {
  let setMs = Infinity
  let lasting = Infinity
  for (const { hours, replacedMs } of lengths) {
    const isSlip = replacedMs !== null && setMs - replacedMs < slipMs
    const counted = isSlip ? Math.min(hours, lasting) : hours
    if (replacedMs === null || replacedMs <= sinceMs) return counted
    if (!isSlip) lasting = hours
    setMs = replacedMs
  }
  throw new Error('There are no settings in force')
}
