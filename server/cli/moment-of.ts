import { reportedDay } from '#rules/payout-day.ts'
import { CommandFailure } from './failure-line.ts'

/** A moment given as an option, in ISO 8601 of UTC. Throws a CommandFailure where it is none, or has no zone. */
export function momentOf(option: string, text: string): string {
  const at = new Date(text)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:?\d\d)$/.test(text) || Number.isNaN(at.getTime()))
    throw new CommandFailure(`${option}: ${text} is not a valid time such as 2026-11-26T12:00:00Z`)
  return at.toISOString()
}

/** A day given as an option, as `2026-12-30`; undefined without one. Throws a CommandFailure where it is none. */
export function dayOf(option: string, text: string | undefined): string | undefined {
  if (text !== undefined && (text.length !== 10 || reportedDay(text) !== text))
    throw new CommandFailure(`${option}: ${text} is not a valid day such as 2026-12-30`)
  return text
}
