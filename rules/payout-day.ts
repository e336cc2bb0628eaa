import { dayMs, utcDate } from './utc-date.ts'

/** A day as it is said: not before a redemption was asked for, and not to come, wherever the payer's calendar is. */
export function isPossiblePayoutDay(
  day: string,
  { requestedAt, now }: { requestedAt: Date; now: Date },
): boolean {
  return day >= utcDate(requestedAt.getTime() - dayMs) && day <= utcDate(now.getTime() + dayMs)
}

/**
 * The day that a report writes, with or without a time behind it, as `YYYY-MM-DD`: from `2026-12-30`, `30.12.2026`, and
 * `12/30/2026` where one of the numbers can be no month. Null for other texts.
 */
export function reportedDay(text: string): string | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?![\d-])/.exec(text) ?? []
  if (year) return realDay(year, month!, day!)
  const [, first, sign, second, last] = /^(\d{1,2})([./])(\d{1,2})\2(\d{4})(?!\d)/.exec(text) ?? []
  if (!first) return null
  if (sign === '.') return realDay(last!, second!, first)
  if (Number(first) > 12) return realDay(last!, second!, first)
  return Number(second) > 12 ? realDay(last!, first, second!) : null
}

function realDay(year: string, month: string, day: string): string | null {
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = Date.parse(`${written}T00:00:00Z`)
  return !Number.isNaN(at) && utcDate(at) === written ? written : null
}
