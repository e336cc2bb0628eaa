import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultEconomy } from './economy.ts'
import { levelOf } from './level.ts'

const { levels } = defaultEconomy

test.each([
  [0, 1, 0, 250],
  [249, 1, 0, 250],
  [250, 2, 250, 750],
  [99_999, 9, 50_000, 100_000],
  [100_000, 10, 100_000, null],
  [9_000_000, 10, 100_000, null],
])('%i lifetime points are level %i, from %i to %s', (points, number, fromPoints, nextPoints) => {
  expect(levelOf(points, levels)).toEqual({ number, fromPoints, nextPoints })
})

test('more points are never a lower level, and every level lies between its two ends', () => {
  fc.assert(
    fc.property(fc.nat(200_000), fc.nat(50_000), (points, more) => {
      const level = levelOf(points, levels)
      expect(levelOf(points + more, levels).number).toBeGreaterThanOrEqual(level.number)
      expect(points).toBeGreaterThanOrEqual(level.fromPoints)
      expect(points).toBeLessThan(level.nextPoints ?? Infinity)
    }),
  )
})
