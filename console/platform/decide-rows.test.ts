import { expect, test } from 'vitest'
import { ApiProblem, NetworkFailure } from './api-problem.ts'
import { decideRows } from './decide-rows.ts'

const ids = Array.from({ length: 120 }, (_, index) => `row-${index}`)
const refusal = new ApiProblem({
  type: '',
  title: '',
  status: 429,
  code: 'too_many_requests',
  detail: 'Too many calls.',
  requestId: '',
})

/** Decides all it is asked for, unless the call of this number throws; answers what became of how many rows. */
async function outcomes(failing: number, error: Error): Promise<[string | null, number][]> {
  let calls = 0
  const results = await decideRows(ids, async (some) => {
    calls += 1
    if (calls === failing) throw error
    return { results: some.map((id) => ({ id, done: true, detail: null })) }
  })
  expect(results.map(({ id }) => id)).toEqual(ids)
  const byDetail = Map.groupBy(results, ({ done, detail }) => (done ? null : detail))
  return [...byDetail].map(([detail, rows]) => [detail, rows.length])
}

test('after a call that nobody answers what was decided before stays told, and the rest is not tried', async () => {
  expect(await outcomes(2, new NetworkFailure(new Error('cut')))).toEqual([
    [null, 50],
    ['No answer came. Look whether it was done.', 50],
    ['Not tried: the server could not be reached.', 20],
  ])
})

test('rows of a call that is refused say why, and those behind them are decided', async () => {
  expect(await outcomes(2, refusal)).toEqual([
    [null, 70],
    ['Too many calls.', 50],
  ])
})

test('a first call that is refused throws, one that nobody answers tells each row', async () => {
  await expect(outcomes(1, refusal)).rejects.toThrow('Too many calls.')
  expect(await outcomes(1, new NetworkFailure(new Error('away')))).toEqual([
    ['No answer came. Look whether it was done.', 50],
    ['Not tried: the server could not be reached.', 70],
  ])
})

test('a single row that nobody answers throws', async () => {
  const away = new NetworkFailure(new Error('away'))
  await expect(decideRows(['row'], async () => await Promise.reject(away))).rejects.toBe(away)
})
