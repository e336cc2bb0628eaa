import { m } from '#console-messages'
import { ApiProblem, NetworkFailure } from './api-problem.ts'

/** What an act on many answers (`contracts/row-results.ts`), of which a list shows the outcome of each row. */
export interface DecidedRows {
  results: { id: string; done: boolean; detail: string | null }[]
}

/** How many rows one call decides: so few that a slow server is done with them before a call ends (`http.ts`). */
const rowsMax = 50

/**
 * Decides rows by a call that takes some at once, as many times as it needs; those that differ by `apart` go into calls
 * of their own. Of a call that fails each row is not done, with why; after one without an answer the rest is not tried.
 * Throws what the first call throws, where it was answered; of a single row always, so that what was typed for it stays.
 */
export async function decideRows(
  ids: readonly string[],
  decide: (ids: string[]) => Promise<DecidedRows>,
  apart: (id: string) => unknown = () => null,
): Promise<DecidedRows['results']> {
  const results: DecidedRows['results'] = []
  const calls = [...Map.groupBy(ids, apart).values()].flatMap((alike) =>
    Array.from({ length: Math.ceil(alike.length / rowsMax) }, (_, at) =>
      alike.slice(at * rowsMax, (at + 1) * rowsMax),
    ),
  )
  for (const [at, some] of calls.entries()) {
    try {
      results.push(...(await decide(some)).results)
    } catch (error) {
      if (ids.length === 1) throw error
      if (error instanceof NetworkFailure)
        return [...results, ...unanswered(some, calls.slice(at + 1).flat())]
      if (at === 0 || !(error instanceof ApiProblem)) throw error
      results.push(...notDone(some, error.message))
    }
  }
  return results
}

/** The outcomes of rows that were tried without an answer, and of those behind them, which were not. */
export function unanswered(tried: readonly string[], rest: readonly string[]): DecidedRows['results'] {
  return [...notDone(tried, m.common_no_answer()), ...notDone(rest, m.common_not_tried())]
}

function notDone(ids: readonly string[], detail: string): DecidedRows['results'] {
  return ids.map((id) => ({ id, done: false, detail }))
}
