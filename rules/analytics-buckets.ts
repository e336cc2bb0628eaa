import { daysOf, type Dates } from './analytics-period.ts'
import { addDays, dateStarts } from './local-date.ts'

/** How a period is divided. Weeks begin on Mondays; the first of a period may be shorter, and so may the last. */
export const INTERVALS = ['hour', 'day', 'week', 'month'] as const
export type Interval = (typeof INTERVALS)[number]

/** Hours are for this many days at most. */
export const HOURLY_DAYS_MAX = 31

/** One part of a period: the date it begins on and its first moment. It lasts until the next begins. */
export interface Bucket {
  date: string
  startsAt: number
}

/** The default division of a period: 12 to 90 parts. */
export function intervalOf(dates: Dates): Interval {
  const days = daysOf(dates)
  if (days <= 2) return 'hour'
  if (days <= 92) return 'day'
  return days <= 400 ? 'week' : 'month'
}

/** The parts of a period in a zone, in their order: a day of 23 hours has 23, and together they are all of it. */
export function bucketsOf(dates: Dates, interval: Interval, zone: string): Bucket[] {
  const { from, to } = dates
  const buckets: Bucket[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) {
    if (date > from && !begins(date, interval)) continue
    const startsAt = dateStarts(date, zone)
    if (interval === 'hour') buckets.push(...hoursOf(date, startsAt, dateStarts(addDays(date, 1), zone)))
    else {
      // A date that the place skipped has no moment of its own.
      if (buckets.at(-1)?.startsAt === startsAt) buckets.pop()
      buckets.push({ date, startsAt })
    }
  }
  return buckets
}

function begins(date: string, interval: Interval): boolean {
  if (interval === 'week') return new Date(date).getUTCDay() === 1
  if (interval === 'month') return date.endsWith('-01')
  return true
}

/** Counted from the date's first moment, so where clocks move by half an hour the last one has half. */
function hoursOf(date: string, startsAt: number, endsAt: number): Bucket[] {
  const hours: Bucket[] = []
  for (let at = startsAt; at < endsAt; at += 3_600_000) hours.push({ date, startsAt: at })
  return hours
}
