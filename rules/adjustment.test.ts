import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ADJUSTMENT_MAX, balancesAfter } from './adjustment.ts'

const balances = { available: 100, debt: 0, points: 40 }

test('crels are added to what is available, and taken from it', () => {
  expect(balancesAfter(balances, { asset: 'crels', amount: 25 })).toEqual({ ...balances, available: 125 })
  expect(balancesAfter(balances, { asset: 'crels', amount: -100 })).toEqual({ ...balances, available: 0 })
})

test('crels fill a debt first', () => {
  const owing = { available: 0, debt: 30, points: 0 }
  expect(balancesAfter(owing, { asset: 'crels', amount: 20 })).toEqual({ ...owing, debt: 10 })
  expect(balancesAfter(owing, { asset: 'crels', amount: 50 })).toEqual({ available: 20, debt: 0, points: 0 })
})

test.each([
  ['more crels than are there', 'crels', -101],
  ['more points than are there', 'points', -41],
  ['nothing', 'crels', 0],
  ['a part of a crel', 'crels', 0.5],
  ['more than the limit', 'points', ADJUSTMENT_MAX + 1],
  ['no number', 'points', Number.NaN],
] as const)('refuses %s', (_, asset, amount) => {
  expect(balancesAfter(balances, { asset, amount })).toBeNull()
})

test('no balance is ever below zero, and what a member has less what they owe moves by the amount', () => {
  const whole = fc.nat({ max: 1_000_000 })
  fc.assert(
    fc.property(
      fc.record({ available: whole, debt: whole, points: whole }),
      fc.constantFrom('crels' as const, 'points' as const),
      fc.integer({ min: -ADJUSTMENT_MAX, max: ADJUSTMENT_MAX }),
      (before, asset, amount) => {
        const after = balancesAfter(before, { asset, amount })
        if (!after) return
        expect(Math.min(after.available, after.debt, after.points)).toBeGreaterThanOrEqual(0)
        const moved =
          asset === 'points'
            ? after.points - before.points
            : after.available - after.debt - (before.available - before.debt)
        expect(moved).toBe(amount)
      },
    ),
  )
})
