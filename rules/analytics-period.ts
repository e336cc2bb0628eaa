import { addDays, dateStarts, daysBetween } from './local-date.ts'

/** Calendar dates, `YYYY-MM-DD`, the last included. */
export interface Dates {
  from: string
  to: string
}

/** Dates with the moments between which they lie in a zone, in milliseconds since 1970; the end is not included. */
export interface Period extends Dates {
  startsAt: number
  endsAt: number
}

/** Ranges that have a name. Those of days end with today. */
export const RANGES = ['today', '7d', '30d', '90d', 'month', 'last-month', '12m'] as const
export type Range = (typeof RANGES)[number]

/** The default period. */
export const RANGE_DEFAULT = '30d' satisfies Range

/** The longest period that can be asked for: two years, one of them leap. */
export const PERIOD_DAYS_MAX = 731

/** Clicks are not kept in finer steps than this (server/modules/clicks). */
export const SLOT_MS = 900_000

/** The dates of a range with a name, seen from a date. */
export function rangeDates(range: Range, today: string): Dates {
  const month = `${today.slice(0, 7)}-01`
  switch (range) {
    case 'today':
      return { from: today, to: today }
    case '7d':
      return { from: addDays(today, -6), to: today }
    case '30d':
      return { from: addDays(today, -29), to: today }
    case '90d':
      return { from: addDays(today, -89), to: today }
    case 'month':
      return { from: month, to: today }
    case 'last-month':
      return { from: `${addDays(month, -1).slice(0, 7)}-01`, to: addDays(month, -1) }
    case '12m':
      return { from: addDays(today, -364), to: today }
  }
}

/** How many dates there are from the first to the last. */
export function daysOf({ from, to }: Dates): number {
  return daysBetween(from, to) + 1
}

/** The moments between which dates lie in a zone: a day of 23 or 25 hours has as many. */
export function periodOf({ from, to }: Dates, zone: string): Period {
  return { from, to, startsAt: dateStarts(from, zone), endsAt: dateStarts(addDays(to, 1), zone) }
}

/**
 * What a period is compared with: as many days right before it. Of a period that is under way at `now`, as much of
 * them as has passed of it, in whole slots: a morning is not compared with a whole day.
 */
export function previousPeriod(period: Period, zone: string, now: number): Period {
  const days = daysOf(period)
  const before = periodOf({ from: addDays(period.from, -days), to: addDays(period.from, -1) }, zone)
  if (now >= period.endsAt) return before
  const passed = Math.max(0, Math.floor((now - period.startsAt) / SLOT_MS) * SLOT_MS)
  return { ...before, endsAt: Math.min(before.endsAt, before.startsAt + passed) }
}
