import { expect, test } from 'vitest'
import { defaultEconomy } from './economy.ts'
import { prizePlaces, seasonPrizePoints } from './season-prize.ts'

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

test('places that share a prize follow each other', () => {
  expect(prizePlaces(defaultEconomy.seasonPrize)).toEqual([
    { fromRank: 1, toRank: 1, points: 2_000 },
    { fromRank: 2, toRank: 3, points: 1_000 },
    { fromRank: 4, toRank: 10, points: 500 },
  ])
})
