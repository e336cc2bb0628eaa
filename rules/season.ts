import { dayMs } from './utc-date.ts'
import { utcMonth, utcMonthName } from './utc-months.ts'

/** The first moment of a season, a month in UTC (`2026-11`), and of the next. */
export function seasonBounds(month: string): { startsAt: Date; endsAt: Date } {
  const startsAt = new Date(`${month}-01T00:00:00Z`)
  return { startsAt, endsAt: new Date(utcMonth(startsAt, 1)) }
}

/** The season of a moment. */
export function seasonOf(at: Date): string {
  return utcMonthName(at)
}

/** The first moment of the week of a moment: Monday in UTC. */
export function weekOf(at: Date): Date {
  const midnight = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate())
  return new Date(midnight - ((at.getUTCDay() + 6) % 7) * dayMs)
}
