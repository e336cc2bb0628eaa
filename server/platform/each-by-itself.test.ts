import { expect, test } from 'vitest'
import { eachByItself, pageByPage } from './each-by-itself.ts'

test('one that fails keeps none of the others waiting, and does not fill each page', async () => {
  // Those that fail stay, and are found first.
  const waiting = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const isBad = (row: string) => row < 'd'
  let pages = 0
  const read = async (after: string | undefined) => {
    pages += 1
    return await Promise.resolve(waiting.filter((row) => row > (after ?? '')).slice(0, 2))
  }
  const done: string[] = []
  const failed: string[] = []
  const work = async (row: string) => {
    if (isBad(row)) throw new Error('it cannot be worked on')
    done.push(row)
    waiting.splice(waiting.indexOf(row), 1)
    await Promise.resolve()
  }
  expect(await eachByItself(pageByPage(2, read), work, (_error, row) => failed.push(row))).toBe(3)
  expect([done, failed, pages]).toEqual([['d', 'e', 'f', 'g'], ['a', 'b', 'c'], 4])
  expect(await eachByItself(waiting, work, () => {})).toBe(3)
})
