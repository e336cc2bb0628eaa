import { m } from '#messages'
import type { CheckInStatus } from '#contracts/rewards.schemas.ts'
import { formatDay, formatNumber } from '#web/ui/common/format.ts'
import { language, languageTag } from '#web/ui/language.ts'
import { timeUntil } from './shared/time-until.ts'

/**
 * A time zone as people call it: by its city in English (`New York`), else by its time (`hora de Europa occidental`),
 * since no browser tells the names of cities in other languages.
 */
export function zoneName(timeZone: string): string {
  if (language === 'en') return timeZone.split('/').at(-1)!.replaceAll('_', ' ')
  const parts = new Intl.DateTimeFormat(languageTag, {
    timeZone,
    timeZoneName: 'longGeneric',
  }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')!.value
}

/** When the member's day ends. */
export function dayEndText({ timeZone, dayEndsAt }: CheckInStatus, now: Date): string {
  const zone = zoneName(timeZone)
  const time = timeUntil(dayEndsAt, now)
  return time ? m.check_in_day_ends({ zone, time }) : m.check_in_next_day({ zone })
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
