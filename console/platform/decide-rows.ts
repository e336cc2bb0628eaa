/** What an act on many answers (`contracts/row-results.ts`), of which a list shows the outcome of each row. */
export interface DecidedRows {
  results: { id: string; done: boolean; detail: string | null }[]
}

/** How many rows one call decides at most, as `contracts/row-results.ts` says. */
const rowsMax = 500

/** Decides rows by a call that takes some at once, as many times as it needs. */
export async function decideRows(
  ids: readonly string[],
  decide: (ids: string[]) => Promise<DecidedRows>,
): Promise<DecidedRows['results']> {
  const results: DecidedRows['results'] = []
  for (let start = 0; start < ids.length; start += rowsMax)
    results.push(...(await decide(ids.slice(start, start + rowsMax))).results)
  return results
}
