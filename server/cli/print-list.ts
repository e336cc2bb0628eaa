import { InvalidArgumentError, type Command } from 'commander'
import { print } from './with-app.ts'

/** What is left of a list after its first rows. */
export interface Rest {
  /** How many there are from where the list began, with those shown. */
  total: number
  /** What `--after` goes on with, where the list can. */
  after?: string
}

/** Prints a list; where there is more of it, says on standard error how much, and how to see it. */
export function printList(command: Command, rows: object[], lines: string[], { total, after }: Rest): void {
  print(command, rows, lines.length > 0 ? lines : 'None')
  if (total <= rows.length) return
  const onward = after === undefined ? '' : `--after ${after} goes on, `
  process.stderr.write(`${rows.length} of ${total}: ${onward}--limit shows more at once\n`)
}

/** The same for a history, of which one more than `limit` was read to know whether there is more. */
export function printHistory<T extends object>(
  command: Command,
  rows: T[],
  line: (row: T) => string,
  limit: number,
): void {
  const shown = rows.slice(0, limit)
  print(command, shown, shown.length > 0 ? shown.map(line) : 'None')
  if (rows.length > limit)
    process.stderr.write(`The last ${limit}, there are older ones: --limit shows more\n`)
}

/** The number of `--limit`. Throws for what is none. */
export function listLimit(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError(`--limit: ${text} is not a number above 0`)
  return Number(text)
}
