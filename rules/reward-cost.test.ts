import fc from 'fast-check'
import { expect, test } from 'vitest'
import { worthInUsdCents } from './exchange.ts'
import { rewardCost } from './reward-cost.ts'

test('crels are worth what the rate says, rounded down', () => {
  expect(worthInUsdCents(0, '10.5')).toBe(0)
  expect(worthInUsdCents(21, '10.5')).toBe(200)
  expect(worthInUsdCents(1, '10.5')).toBe(9)
  expect(worthInUsdCents(1, '1000')).toBe(0)
})

test.each([-1, 0.5, Number.NaN, 2 ** 60])('%s is no amount', (crels) => {
  expect(() => worthInUsdCents(crels, '10')).toThrow(RangeError)
})

test('a reward costs what its crels are worth; a share is its basis points', () => {
  const none = { clickMillicrels: null, leadCrels: null, sale: null }
  expect(rewardCost({ ...none, clickMillicrels: 1_050, sale: { bps: 800 } }, '10.5')).toEqual({
    per1000ClicksUsdCents: 100_00,
    leadUsdCents: null,
    saleUsdCents: null,
    saleBps: 800,
  })
  expect(rewardCost({ ...none, leadCrels: 21, sale: { crels: 84 } }, '10.5')).toEqual({
    per1000ClicksUsdCents: null,
    leadUsdCents: 2_00,
    saleUsdCents: 8_00,
    saleBps: null,
  })
})

test('parts together are never worth more than the whole, and less by no more than a cent for each', () => {
  const crels = fc.nat({ max: 10 ** 9 })
  fc.assert(
    fc.property(crels, crels, fc.integer({ min: 10_000, max: 10 ** 9 }), (one, other, micros) => {
      const rate = `${Math.floor(micros / 1_000_000)}.${String(micros % 1_000_000).padStart(6, '0')}`
      const parts = worthInUsdCents(one, rate)! + worthInUsdCents(other, rate)!
      const whole = worthInUsdCents(one + other, rate)!
      expect(whole - parts).toBeGreaterThanOrEqual(0)
      expect(whole - parts).toBeLessThanOrEqual(1)
    }),
  )
})
