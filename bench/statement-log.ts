import { readFileSync, statSync } from 'node:fs'

/** What one statement took for one act, in milliseconds, and how often it was run for it. */
export interface StatementTime {
  /** Its text on one line. */
  text: string
  runs: number
  parseMs: number
  /** Taking the values, and planning where no plan is kept. */
  planMs: number
  executeMs: number
}

/** How long a log is by now, in bytes. */
export const logLength = (file: string): number => statSync(file).size

/**
 * The statements in PostgreSQL's log of durations from byte `from` on, of which there was one at least for every other of
 * so many `acts`: those of jobs beside them are fewer. The longest first.
 */
export function statementTimes(
  file: string,
  { from, acts }: { from: number; acts: number },
): StatementTime[] {
  const found = new Map<string, StatementTime>()
  for (const { ms, step, text } of logged(readFileSync(file).subarray(from).toString('utf8'))) {
    const key = text.replaceAll(/\s+/g, ' ').trim()
    const of = found.get(key) ?? { text: key, runs: 0, parseMs: 0, planMs: 0, executeMs: 0 }
    found.set(key, of)
    if (step === 'parse') of.parseMs += ms / acts
    else if (step === 'bind') of.planMs += ms / acts
    else [of.executeMs, of.runs] = [of.executeMs + ms / acts, of.runs + 1 / acts]
  }
  const whole = ({ parseMs, planMs, executeMs }: StatementTime) => parseMs + planMs + executeMs
  return [...found.values()]
    .filter(({ runs }) => runs >= 0.5)
    .toSorted((one, other) => whole(other) - whole(one))
}

interface Logged {
  ms: number
  step: string
  text: string
}

/** Entries such as `duration: 0.123 ms  bind a3: select …`, whose further lines begin with a tab. */
function logged(log: string): Logged[] {
  const entries = log.replaceAll('\n\t', ' ').split('\n')
  return entries.flatMap((entry) => {
    const [, ms, step, text] =
      /LOG: {2}duration: ([\d.]+) ms {2}(parse|bind|execute|statement)[^:]*: (.*)/.exec(entry) ?? []
    return text === undefined ? [] : [{ ms: Number(ms), step: step!, text }]
  })
}
