import { expect, test } from 'vitest'
import { takeEveryTurn } from './image-turns.fixture.ts'
import { inImageTurn } from './image-turns.ts'

test('two work at once, in the order they came, and a failure gives its place on', async () => {
  let working = 0
  const [most, order]: [number[], number[]] = [[], []]
  const results = await Promise.allSettled(
    Array.from({ length: 18 }, async (_, n) =>
      inImageTurn(async () => {
        order.push(n)
        most.push(++working)
        await new Promise((done) => setTimeout(done, 5))
        working--
        if (n % 3 === 0) throw new Error('broken')
      }),
    ),
  )
  expect(Math.max(...most)).toBe(2)
  expect(order).toEqual(Array.from({ length: 18 }, (_, n) => n))
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(6)
})

test('beyond sixteen that wait others are refused, until there is room again', async () => {
  const giveBack = takeEveryTurn()
  const work = async () => await inImageTurn(async () => await Promise.resolve('drawn'))
  await expect(work()).rejects.toMatchObject({
    code: 'unavailable',
    options: { headers: { 'retry-after': '5' } },
  })
  await giveBack()
  await expect(work()).resolves.toBe('drawn')
})
