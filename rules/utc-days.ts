import { dayMs } from './utc-date.ts'

/** Moments in milliseconds since 1970, the end not included. */
export interface Span {
  from: number
  until: number
}

/** What of some time whole UTC days are, and the rest. */
export interface DaySplit {
  /** First moments of UTC days, none where they meet or cross. Those of `cut` are not among them. */
  days: Span & { cut: number[] }
  /** In order; none touches the next. */
  rest: Span[]
}

/**
 * Time whose parts begin at `starts`, in order, and end at `until`: the UTC days that lie in one part are whole, and the
 * others are cut. Of weeks in Berlin six days of seven are whole; of days in Berlin none is, and the rest is one span.
 */
export function splitAtUtcDays(starts: readonly number[], until: number): DaySplit {
  const from = starts[0]!
  const cut = [...new Set([...starts, until].filter((at) => at % dayMs !== 0).map(dayOf))]
  const days = { from: dayOf(from + dayMs - 1), until: dayOf(until) }
  while (cut.includes(days.from)) days.from += dayMs
  while (cut.includes(days.until - dayMs)) days.until -= dayMs
  const rest: Span[] = []
  for (const day of cut) {
    const span = { from: Math.max(day, from), until: Math.min(day + dayMs, until) }
    const last = rest.at(-1)
    if (last?.until === span.from) last.until = span.until
    else rest.push(span)
  }
  return { days: { ...days, cut: cut.filter((day) => day >= days.from && day < days.until) }, rest }
}

function dayOf(at: number): number {
  return Math.floor(at / dayMs) * dayMs
}
