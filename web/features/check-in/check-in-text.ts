import { m } from '#messages'
import type { CheckInStatus } from '#contracts/rewards.schemas.ts'
import { formatDay, formatDuration } from '#web/ui/common/format.ts'

/** A time zone as people call the place: `New York`. */
export function placeOf(timeZone: string): string {
  return timeZone.split('/').at(-1)!.replaceAll('_', ' ')
}

/** How long until a moment; undefined when it has come. */
export function timeUntil(at: string | null, now: Date): string | undefined {
  const ms = at === null ? 0 : new Date(at).getTime() - now.getTime()
  return ms > 0 ? formatDuration(Math.max(ms, 60_000)) : undefined
}

/** When the member's day ends, and how many freezes are left. */
export function dayText({ timeZone, dayEndsAt, freezes }: CheckInStatus, now: Date): string {
  const place = placeOf(timeZone)
  const time = timeUntil(dayEndsAt, now)
  const left = freezes.monthly + freezes.bought
  const ends = time ? m.check_in_day_ends({ place, time }) : m.check_in_next_day({ place })
  return `${ends} ${left > 0 ? m.check_in_freezes({ count: left }) : m.check_in_freezes_none()}.`
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
