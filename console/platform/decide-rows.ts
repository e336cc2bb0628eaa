import { m } from '#console-messages'
import { ApiProblem, NetworkFailure } from './api-problem.ts'

/** What an act on many answers (`contracts/row-results.ts`), of which a list shows the outcome of each row. */
export interface DecidedRows {
  results: { id: string; done: boolean; detail: string | null }[]
}

/** How many rows one call decides: so few that a slow server is done with them before a call ends (`http.ts`). */
const rowsMax = 50

/**
 * Decides rows by a call that takes some at once, as many times as it needs. Of a call that fails each row is not done, with
 * why; after one that nobody answers the rest is not tried. Throws what the first call throws, where it was answered.
 */
export async function decideRows(
  ids: readonly string[],
  decide: (ids: string[]) => Promise<DecidedRows>,
): Promise<DecidedRows['results']> {
  const results: DecidedRows['results'] = []
  const leave = (left: readonly string[], detail: string) =>
    results.push(...left.map((id) => ({ id, done: false, detail })))
  for (let start = 0; start < ids.length; start += rowsMax) {
    const end = start + rowsMax
    const some = ids.slice(start, end)
    try {
      results.push(...(await decide(some)).results)
    } catch (error) {
      if (error instanceof NetworkFailure) {
        leave(some, m.common_no_answer())
        leave(ids.slice(end), m.common_not_tried())
        break
      }
      if (start === 0 || !(error instanceof ApiProblem)) throw error
      leave(some, error.message)
    }
  }
  return results
}
