import { expect, test } from 'vitest'
import { balancesAfterReversal } from './earning-reversal.ts'

const balances = { available: 100, pending: 50, debt: 0 }

test.each([
  [
    { pending: 20, available: 0 },
    { available: 100, pending: 30, debt: 0 },
  ],
  [
    { pending: 50, available: 100 },
    { available: 0, pending: 0, debt: 0 },
  ],
  [
    { pending: 0, available: 130 },
    { available: 0, pending: 50, debt: 30 },
  ],
])('taking back %j leaves %j', (taken, after) => {
  expect(balancesAfterReversal(balances, taken)).toEqual(after)
})

test('a debt that is there grows by what was spent', () => {
  const taken = { pending: 0, available: 7 }
  expect(balancesAfterReversal({ available: 0, pending: 0, debt: 5 }, taken).debt).toBe(12)
})
