import { localDate, localHour } from './local-date.ts'

/** Hours of the day in a member's zone in which no device rings, `until` not included; equal ones are none. */
export interface QuietHours {
  from: number
  until: number
}

export const defaultQuietHours: QuietHours = { from: 22, until: 8 }

/** The hour at which the mails of a day come together. */
const digestHour = 8

// Clocks have changed on quarters of an hour since 1980.
const quarterMs = 900_000
const quarterAfter = (at: number) => (Math.floor(at / quarterMs) + 1) * quarterMs

/** When a device may ring: at once, or when the quiet hours are over. Moments are milliseconds since 1970. */
export function quietHoursEnd(at: number, zone: string, quiet: QuietHours = defaultQuietHours): number {
  let end = at
  while (isQuiet(localHour(end, zone), quiet)) end = quarterAfter(end)
  return end
}

/** The hours of quiet that come next, within a day, or that it is in now; null where a member has none. */
export function nextQuietHours(
  at: number,
  zone: string,
  quiet: QuietHours = defaultQuietHours,
): { from: number; until: number } | null {
  let from = at
  while (!isQuiet(localHour(from, zone), quiet)) {
    from = quarterAfter(from)
    if (from - at > 24 * 3_600_000) return null
  }
  return { from, until: quietHoursEnd(from, zone, quiet) }
}

function isQuiet(hour: number, { from, until }: QuietHours): boolean {
  return from <= until ? hour >= from && hour < until : hour >= from || hour < until
}

/** When the mails of a day come together next: the first morning after a moment. */
export function nextDigest(at: number, zone: string): number {
  const isMorning = (moment: number) => localHour(moment, zone) >= digestHour
  let next = quarterAfter(at)
  // A date that a place skips has no morning: the next one has.
  while (!isMorning(next) || (isMorning(next - 1) && localDate(next - 1, zone) === localDate(next, zone)))
    next += quarterMs
  return next
}
