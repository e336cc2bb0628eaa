import { dayMs, utcDate } from './utc-date.ts'

/**
 * The calendar of a place: which date it is there, and when the next begins. Moments are milliseconds since 1970,
 * dates `YYYY-MM-DD`, zones names of the IANA database. Midnight is not assumed to exist, nor a day to have 24 hours.
 */

const formats = new Map<string, Intl.DateTimeFormat>()

/** The date at a moment in a zone. Throws RangeError for a zone there is not. */
export function localDate(at: number, zone: string): string {
  const parts = formatOf(zone).formatToParts(at)
  const part = (type: string) => parts.find((one) => one.type === type)!.value
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

/** The hour of the day at a moment in a zone, 0 to 23. Throws RangeError for a zone there is not. */
export function localHour(at: number, zone: string): number {
  return Number(
    formatOf(zone)
      .formatToParts(at)
      .find(({ type }) => type === 'hour')!.value,
  )
}

/** When the date that follows begins: the first whole second at which the place has a later date. */
export function nextDateStarts(at: number, zone: string): number {
  const date = localDate(at, zone)
  // Where a whole date is skipped or an hour put back the next one is a little further off; 50 hours are enough.
  let [before, after] = [Math.floor(at / 1_000), Math.floor(at / 1_000) + 50 * 3_600]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (localDate(middle * 1_000, zone) > date) after = middle
    else before = middle
  }
  return after * 1_000
}

/**
 * When a date begins in a zone: the first moment at which the place has it, or a later date where it is skipped. Much
 * cheaper than `nextDateStarts`, for calendars of many days; clocks have changed on quarters of an hour since 1980.
 */
export function dateStarts(date: string, zone: string): number {
  const quarterMs = 900_000
  // No zone is more than 14 hours ahead of UTC or 12 behind.
  let [before, after] = [Date.parse(date) - 60 * quarterMs, Date.parse(date) + 52 * quarterMs]
  while (after - before > quarterMs) {
    const middle = before + Math.floor((after - before) / quarterMs / 2) * quarterMs
    if (localDate(middle, zone) >= date) after = middle
    else before = middle
  }
  return after
}

/** The name under which a zone is known, whatever its letters' case; aliases become one. */
export function canonicalZone(zone: string): string {
  return formatOf(zone).resolvedOptions().timeZone
}

/** The date some days after another, or before it. */
export function addDays(date: string, days: number): string {
  return utcDate(Date.parse(date) + days * dayMs)
}

/** Days from one date to another; negative when the other comes first. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
}

/** Whether this is the name of a zone. Offsets such as `+02:00` are none: they know no daylight saving. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return canonicalZone(name) !== ''
  } catch {
    return false
  }
}

/** Making a format takes a hundred times as long as using it. Names are bounded: letters' case makes many of one zone. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  if (formats.size >= 1_000) formats.clear()
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(zone, format)
  return format
}
