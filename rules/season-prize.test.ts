import { expect, test } from 'vitest'
import { defaultEconomy } from './economy.ts'
import { seasonPrizePoints } from './season-prize.ts'

test.each([
  [1, 2_000],
  [2, 1_000],
  [3, 1_000],
  [4, 500],
  [10, 500],
  [11, 0],
])('place %i is worth %i points', (rank, points) => {
  expect(seasonPrizePoints(rank, defaultEconomy.seasonPrize)).toBe(points)
})
