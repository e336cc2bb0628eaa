/**
 * A change in basis points of what was before, rounded half away from zero: 12 after 10 is 2 000. Null where there
 * was nothing before: no percentage says that.
 */
export function changeBps(now: number, before: number): number | null {
  if (before === 0) return null
  const bps = ((now - before) * 10_000) / Math.abs(before)
  return Math.sign(bps) * Math.round(Math.abs(bps)) || 0
}

/** Conversions of a hundred clicks, in basis points rounded half up; null without clicks. */
export function conversionRateBps(conversions: number, clicks: number): number | null {
  return clicks === 0 ? null : Math.round((conversions * 10_000) / clicks)
}

/** Crels for one click, in thousandths rounded half up; null without clicks. */
export function milliCrelsPerClick(crels: number, clicks: number): number | null {
  return clicks === 0 ? null : Math.round((crels * 1_000) / clicks)
}
