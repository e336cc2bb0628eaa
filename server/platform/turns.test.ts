import { expect, test } from 'vitest'
import { turns } from './turns.ts'

test('a limited number work at once, a limited number wait, the rest is refused, and a failure frees its place', async () => {
  const inTurn = turns({ atOnce: 2, queueMax: 3 })
  const ends: ((fails: boolean) => void)[] = []
  const work = async () =>
    await inTurn(
      async () =>
        await new Promise<string>((resolve, reject) =>
          ends.push((fails) => (fails ? reject(new Error('failed')) : resolve('done'))),
        ),
    )
  const all = Array.from({ length: 5 }, work)
  expect(ends).toHaveLength(2)
  await expect(work()).rejects.toMatchObject({ code: 'unavailable' })
  const outcomes = Promise.allSettled(all)
  for (let n = 0; n < 5; n++) {
    await expect.poll(() => ends.length).toBeGreaterThan(n)
    expect(ends.length - n).toBeLessThanOrEqual(2)
    ends[n]!(n === 0)
  }
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', ...Array(4).fill('fulfilled')])
  const last = work()
  ends[5]!(false)
  expect(await last).toBe('done')
})
