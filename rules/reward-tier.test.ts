import { expect, test } from 'vitest'
import { defaultEconomy } from './economy.ts'
import { monthAfter, monthStarts, reachedTier } from './reward-tier.ts'

test.each([
  [4, null],
  [5, 100],
  [14, 100],
  [15, 200],
  [24, 200],
  [25, 400],
  [31, 400],
])('%i check-ins reach the tier of %s points', (checkIns, points) => {
  const tier = reachedTier(defaultEconomy.monthlyClaim.tiers, checkIns, (one) => one.checkIns)
  expect(tier?.points ?? null).toBe(points)
})

test('months turn in UTC, over the year too', () => {
  const newYear = Date.parse('2026-12-31T23:59:59.999Z')
  expect([monthAfter(newYear, -1), monthAfter(newYear), monthAfter(newYear, 1)]).toEqual([
    '2026-11',
    '2026-12',
    '2027-01',
  ])
  expect(new Date(monthStarts(newYear, 1)).toISOString()).toBe('2027-01-01T00:00:00.000Z')
  expect(monthAfter(Date.parse('2026-03-31T12:00:00Z'), -1)).toBe('2026-02')
})
