import type { Span } from './utc-days.ts'

/** What of some UTC days whole months are, none where they meet or cross, and the days before and after them. */
export interface MonthSplit {
  months: Span
  rest: Span[]
}

/** UTC days, by their first moments and the end that is not included, as whole months and the days that are left. */
export function splitAtUtcMonths({ from, until }: Span): MonthSplit {
  const months = { from: utcMonth(from - 1, 1), until: utcMonth(until) }
  if (months.from >= months.until) return { months, rest: [{ from, until }] }
  const rest = [
    { from, until: months.from },
    { from: months.until, until },
  ]
  return { months, rest: rest.filter((span) => span.from < span.until) }
}

/** The first moment of the UTC month of a moment (milliseconds since 1970), or of one so many months later. */
export function utcMonth(at: Date | number, later = 0): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later)
}

/** The name of that month, `YYYY-MM`. */
export function utcMonthName(at: Date | number, later = 0): string {
  return new Date(utcMonth(at, later)).toISOString().slice(0, 7)
}
