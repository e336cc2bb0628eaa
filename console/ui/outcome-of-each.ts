import { ApiProblem } from '../platform/api-problem.ts'
import type { RowOutcome } from './table/row-act.ts'

/**
 * Does an act to each of some rows by a call of its own: one that is refused is an outcome, a network that fails ends it.
 */
export async function outcomeOfEach<Row extends { id: string }>(
  rows: readonly Row[],
  act: (row: Row) => Promise<unknown>,
): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = []
  for (const row of rows) {
    const refusal = await act(row).then(
      () => null,
      (error: unknown) => {
        if (error instanceof ApiProblem) return error.message
        throw error
      },
    )
    outcomes.push({ id: row.id, done: refusal === null, detail: refusal })
  }
  return outcomes
}
