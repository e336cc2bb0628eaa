import type { RowResults } from '#contracts/row-results.ts'
import type { Db, Tx } from '../database.ts'
import { inTransaction } from '../transaction.ts'
import { problemDetails, type Problem } from './problems.ts'
import { problemOf } from './failures.ts'

/**
 * Does an act to each of some rows, one after the other and each in a transaction of its own: what one is refused for
 * keeps no other from being done. Rows after an outage are refused as `unavailable`, and those before it stay done.
 */
export async function eachRow(
  db: Db,
  ids: readonly string[],
  act: (tx: Tx, id: string) => Promise<unknown>,
): Promise<RowResults> {
  const results: RowResults['results'] = []
  for (const id of new Set(ids)) {
    const refusal = await inTransaction(db, async (tx) => await act(tx, id)).then(() => null, problemOf)
    results.push({
      id,
      done: refusal === null,
      code: refusal?.code ?? null,
      detail: refusal && said(refusal),
    })
  }
  const done = results.filter((row) => row.done).length
  return { done, refused: results.length - done, results }
}

function said(refusal: Problem): string {
  return problemDetails(refusal, '', '').detail
}
