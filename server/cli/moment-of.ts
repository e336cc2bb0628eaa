import { CommandFailure } from './failure-line.ts'

/** A moment given as an option, in ISO 8601 of UTC. Throws a CommandFailure where it is none, or has no zone. */
export function momentOf(option: string, text: string): string {
  const at = new Date(text)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:?\d\d)$/.test(text) || Number.isNaN(at.getTime()))
    throw new CommandFailure(`${option}: ${text} is no moment such as 2026-11-26T12:00:00Z`)
  return at.toISOString()
}
