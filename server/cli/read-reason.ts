import { InvalidArgumentError, type Command } from 'commander'

/** Reads `--reason`: why, kept with what was done in at most 500 characters. */
export function readReason(text: string): string {
  return readText(text, { what: 'why', max: 500 })
}

/** Reads why, for the member of an enrolment to read, in at most 1,000 characters. */
export function readMemberReason(text: string): string {
  return readText(text, { what: 'why', max: 1_000 })
}

/** Requires `--reason` of a command that is an act of an operator. */
export function reasoned(command: Command): Command {
  return command.requiredOption('--reason <text>', 'why', readReason)
}

/** Reads an option that is kept in at most `max` characters. */
export function readText(text: string, { what, max }: { what: string; max: number }): string {
  const said = text.trim()
  if (said === '') throw new InvalidArgumentError(`Say ${what}.`)
  const { length } = [...said]
  if (length > max) throw new InvalidArgumentError(`It has ${length} characters; ${max} are the most.`)
  return said
}
