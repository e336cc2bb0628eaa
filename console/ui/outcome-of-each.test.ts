import { expect, test } from 'vitest'
import { ApiProblem, NetworkFailure } from '../platform/api-problem.ts'
import { outcomeOfEach, takeBack } from './outcome-of-each.ts'

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
const refusal = new ApiProblem({
  type: '',
  title: '',
  status: 409,
  code: 'conflict',
  detail: 'Olga did it before.',
  requestId: '',
})

test('a row that is refused is an outcome, and the rows behind it are done', async () => {
  const outcomes = await outcomeOfEach(rows, async ({ id }) => {
    if (id === 'b') throw refusal
  })
  expect(outcomes.map(({ done }) => done)).toEqual([true, false, true, true])
  expect(outcomes[1]!.detail).toBe('Olga did it before.')
})

test('a single row that is refused throws, and taking one back does not', async () => {
  const refused = async () => await Promise.reject(refusal)
  await expect(outcomeOfEach([{ id: 'a' }], refused)).rejects.toBe(refusal)
  const [outcome] = await outcomeOfEach([{ id: 'a' }], async ({ id }) => id, refused)
  expect(outcome).toMatchObject({ id: 'a', done: true })
  expect(await takeBack([outcome!])).toEqual([{ id: 'a', done: false, detail: 'Olga did it before.' }])
})

test('a server that does not answer ends it: what was done stays so and can be undone, the rest is not tried', async () => {
  const undone: string[] = []
  const outcomes = await outcomeOfEach(
    rows,
    async ({ id }) => {
      if (id === 'c') throw new NetworkFailure(new Error('cut'))
      return `${id}!`
    },
    async ({ id }, answer) => undone.push(id + answer),
  )
  expect(outcomes.map(({ id, done }) => [id, done])).toEqual([
    ['a', true],
    ['b', true],
    ['c', false],
    ['d', false],
  ])
  expect(outcomes.slice(2).map(({ detail }) => detail)).toEqual([
    'No answer came. Look whether it was done.',
    'Not tried: the server could not be reached.',
  ])
  expect((await takeBack(outcomes)).map(({ id, done }) => [id, done])).toEqual([
    ['a', true],
    ['b', true],
  ])
  expect(undone).toEqual(['aa!', 'bb!'])
})

test('one that nobody answers at the first row throws', async () => {
  await expect(
    outcomeOfEach(rows, async () => {
      throw new NetworkFailure(new Error('away'))
    }),
  ).rejects.toThrow('could not be reached')
})
