import { ApiProblem } from '../platform/api-problem.ts'
import { unanswered } from '../platform/decide-rows.ts'
import type { RowOutcome } from './table/row-act.ts'

/** What an act throws of a row to which it cannot be done; the message says why. */
export class RowRefused extends Error {}

/**
 * Does an act to each of some rows by a call of its own: of several, one that is refused is an outcome; of a single row
 * the refusal is thrown, so that what was typed for it stays. A server that does not answer ends it; what was done before
 * that stays an outcome, and the rows behind it are not tried. Throws what the first row throws. `undo` takes a row back
 * by what the act answered for it.
 */
export async function outcomeOfEach<Row extends { id: string }, Answer>(
  rows: readonly Row[],
  act: (row: Row) => Promise<Answer>,
  undo?: (row: Row, answer: Answer) => Promise<unknown>,
): Promise<RowOutcome[]> {
  const [row] = rows
  if (rows.length !== 1 || !row) return await eachOutcome(rows, act, undo)
  return [doneOutcome(row, await act(row), undo)]
}

async function eachOutcome<Row extends { id: string }, Answer>(
  rows: readonly Row[],
  act: (row: Row) => Promise<Answer>,
  undo?: (row: Row, answer: Answer) => Promise<unknown>,
): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = []
  for (const [at, row] of rows.entries()) {
    const { id } = row
    try {
      outcomes.push(doneOutcome(row, await act(row), undo))
    } catch (error) {
      if (error instanceof ApiProblem || error instanceof RowRefused)
        outcomes.push({ id, done: false, detail: error.message })
      else if (at === 0) throw error
      else
        return [
          ...outcomes,
          ...unanswered(
            [id],
            rows.slice(at + 1).map((left) => left.id),
          ),
        ]
    }
  }
  return outcomes
}

function doneOutcome<Row extends { id: string }, Answer>(
  row: Row,
  answer: Answer,
  undo?: (row: Row, answer: Answer) => Promise<unknown>,
): RowOutcome {
  return {
    id: row.id,
    done: true,
    detail: null,
    ...(undo && { undo: async () => await undo(row, answer) }),
  }
}

/** Takes back what acts did to rows, each by itself; a row that cannot be is an outcome with why. */
export async function takeBack(outcomes: readonly RowOutcome[]): Promise<RowOutcome[]> {
  return await eachOutcome(
    outcomes.filter(({ undo }) => undo),
    async ({ undo }) => await undo!(),
  )
}
