import { dayMs, utcDate } from './utc-date.ts'

/** A day as it is said: not before a redemption was asked for, and not to come, wherever the payer's calendar is. */
export function isPossiblePayoutDay(
  day: string,
  { requestedAt, now }: { requestedAt: Date; now: Date },
): boolean {
  return day >= utcDate(requestedAt.getTime() - dayMs) && day <= utcDate(now.getTime() + dayMs)
}

/** Which of two numbers of a day with slashes is the day. */
export type DayOrder = 'day first' | 'month first'

/** The order in which a report writes its days, by those that can be read in one way only; null where none says it. */
export function dayOrderOf(texts: readonly string[]): DayOrder | null {
  for (const text of texts) {
    const [, first, second] = slashed.exec(text) ?? []
    if (Number(first) > 12) return 'day first'
    if (Number(second) > 12) return 'month first'
  }
  return null
}

/**
 * The day that a report writes, with or without a time behind it, as `YYYY-MM-DD`: from `2026-12-30`, `30.12.2026`, and
 * `12/30/2026` where the report's order is known. Null for other texts.
 */
export function reportedDay(text: string, order: DayOrder | null = null): string | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?![\d-])/.exec(text) ?? []
  if (year) return realDay(year, month!, day!)
  const [, dotDay, dotMonth, dotYear] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/.exec(text) ?? []
  if (dotDay) return realDay(dotYear!, dotMonth!, dotDay)
  const [, first, second, slashYear] = slashed.exec(text) ?? []
  if (!first || order === null) return null
  return order === 'day first' ? realDay(slashYear!, second!, first) : realDay(slashYear!, first, second!)
}

const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/

function realDay(year: string, month: string, day: string): string | null {
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = Date.parse(`${written}T00:00:00Z`)
  return !Number.isNaN(at) && utcDate(at) === written ? written : null
}
