import { m } from '#messages'
import type { CheckInStatus } from '#contracts/rewards.schemas.ts'
import { formatDay, formatNumber } from '#web/ui/common/format.ts'
import { timeUntil } from './shared/time-until.ts'

/** A time zone as people call the place: `New York`. */
export function placeOf(timeZone: string): string {
  return timeZone.split('/').at(-1)!.replaceAll('_', ' ')
}

/** When the member's day ends. */
export function dayEndText({ timeZone, dayEndsAt }: CheckInStatus, now: Date): string {
  const place = placeOf(timeZone)
  const time = timeUntil(dayEndsAt, now)
  return time ? m.check_in_day_ends({ place, time }) : m.check_in_next_day({ place })
}

/** Which day of the streak today is and what it pays, while it can be taken. */
export function todayText({ isCheckedIn, next }: CheckInStatus): string {
  if (isCheckedIn) return m.check_in_today_done()
  const [day, points] = [next.streak, formatNumber(next.points)]
  return next.bonusPoints > 0
    ? m.check_in_today_bonus({ day, points, bonus: formatNumber(next.bonusPoints) })
    : m.check_in_today({ day, points })
}

/** What the last missed dates mean, if they mean anything. */
export function missedText({ datesToFreeze, lostStreak, isCheckedIn }: CheckInStatus): string | null {
  if (isCheckedIn) return null
  if (datesToFreeze.length > 0)
    return m.check_in_will_freeze({
      count: datesToFreeze.length,
      dates: datesToFreeze.map(formatDay).join(', '),
    })
  return lostStreak > 0 ? m.check_in_fresh_start({ count: lostStreak }) : null
}
