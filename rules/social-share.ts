import type { Economy } from './economy.ts'
import { dayMs } from './utc-date.ts'

/**
 * When a shared campaign pays, and until when it may (docs/economy.md, Points). Times are milliseconds
 * since 1970.
 */

/** Until when those who come by a share are counted. */
export function shareClosesAt(sharedAtMs: number, { openDays }: Economy['socialShare']): number {
  return sharedAtMs + openDays * dayMs
}

/** The next midnight in UTC: when the same campaign can be shared to the same network again, and a full day is over. */
export function nextShareDay(nowMs: number): number {
  return (Math.floor(nowMs / dayMs) + 1) * dayMs
}

/** Why a share ended without points. */
export type ShareEnd = 'too_few_clicks' | 'not_genuine' | 'day_full'

/** The status of a share; whether the day has a place left for a qualified one is counted when it is paid. */
export type ShareStanding =
  | { state: 'waiting'; clicksLeft: number }
  | { state: 'qualified' }
  /** Enough have come, and too many of them look alike: an operator decides. */
  | { state: 'under_review' }
  | { state: 'ended'; reason: ShareEnd }

/** What an operator decides of a share whose visitors look alike; null where no review was needed. */
export type ShareReview = 'under_review' | 'accepted' | 'rejected' | null

/**
 * Whether a share is paid, for `clicks` different visitors who counted and `alike` more who look like one of them. One
 * that has enough is paid even a little after it closed, since a click takes a moment to be written down. A review
 * waits for its operator, also past the close; it is asked for once a share.
 */
export function shareStanding(
  {
    clicks,
    alike,
    review,
    closesAtMs,
    nowMs,
  }: { clicks: number; alike: number; review: ShareReview; closesAtMs: number; nowMs: number },
  { uniqueClicks }: Economy['socialShare'],
): ShareStanding {
  if (clicks >= uniqueClicks) return { state: 'qualified' }
  if (review === 'under_review' || (review === null && clicks + alike >= uniqueClicks))
    return { state: 'under_review' }
  const isShort = review === 'rejected' && clicks + alike >= uniqueClicks
  if (nowMs >= closesAtMs) return { state: 'ended', reason: isShort ? 'not_genuine' : 'too_few_clicks' }
  return { state: 'waiting', clicksLeft: uniqueClicks - clicks }
}

/**
 * A share that has its visitors on a day that has already paid the maximum: the next day, if it is open then. One that
 * an operator has accepted waits for as many days as it takes: the delay was not its member's.
 */
export function onFullDay(
  closesAtMs: number,
  nowMs: number,
  review: ShareReview = null,
): { again: number } | { ended: ShareEnd } {
  const untilMs = review === 'accepted' ? Infinity : closesAtMs
  return nowMs >= untilMs ? { ended: 'day_full' } : { again: Math.min(nextShareDay(nowMs), untilMs) }
}
