import { m } from '#console-messages'
import { ApiProblem } from '../platform/api-problem.ts'
import type { RowOutcome } from './table/row-act.ts'

/**
 * Does an act to each of some rows by a call of its own: one that is refused is an outcome. A server that does not answer
 * ends it; what was done before that stays an outcome, and the rows behind it are not tried. Throws what the first row
 * throws. `undo` takes a row back by what the act answered for it.
 */
export async function outcomeOfEach<Row extends { id: string }, Answer>(
  rows: readonly Row[],
  act: (row: Row) => Promise<Answer>,
  undo?: (row: Row, answer: Answer) => Promise<unknown>,
): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = []
  for (const [at, row] of rows.entries()) {
    const { id } = row
    try {
      const answer = await act(row)
      outcomes.push({
        id,
        done: true,
        detail: null,
        ...(undo && { undo: async () => await undo(row, answer) }),
      })
    } catch (error) {
      if (error instanceof ApiProblem) outcomes.push({ id, done: false, detail: error.message })
      else if (at === 0) throw error
      else {
        const left = rows
          .slice(at + 1)
          .map((one) => ({ id: one.id, done: false, detail: m.common_not_tried() }))
        return [...outcomes, { id, done: false, detail: m.common_no_answer() }, ...left]
      }
    }
  }
  return outcomes
}

/** Takes back what acts did to rows, each by itself; a row that cannot be is an outcome with why. */
export async function takeBack(outcomes: readonly RowOutcome[]): Promise<RowOutcome[]> {
  return await outcomeOfEach(
    outcomes.filter(({ undo }) => undo),
    async ({ undo }) => await undo!(),
  )
}
