import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  DISABLE_AFTER_MS,
  disabledBecause,
  RETRY_AFTER_MAX_MS,
  RETRY_DELAYS_MS,
  retryDelayMs,
} from './webhook-retry.ts'

const attempts = fc.integer({ min: 1, max: RETRY_DELAYS_MS.length })
const chances = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

test('ten attempts over three days, each wait longer than the one before whatever chance says', () => {
  fc.assert(
    fc.property(attempts, chances, chances, (attempt, one, other) => {
      const delay = retryDelayMs(attempt, { chance: one })!
      expect(Number.isInteger(delay)).toBe(true)
      expect(Math.abs(delay / RETRY_DELAYS_MS[attempt - 1]! - 1)).toBeLessThanOrEqual(0.2)
      const first = retryDelayMs(1, { chance: other })!
      if (attempt > 1) expect(delay).toBeGreaterThan(first)
    }),
  )
  expect(retryDelayMs(RETRY_DELAYS_MS.length + 1, { chance: 0.5 })).toBeNull()
  const days = RETRY_DELAYS_MS.reduce((sum, delay) => sum + delay, 0) / 86_400_000
  expect(days).toBeGreaterThan(3)
  expect(days).toBeLessThan(3.5)
})

test('an endpoint may ask for more time, not for less, and for a day at most', () => {
  fc.assert(
    fc.property(attempts, chances, fc.nat(10 * RETRY_AFTER_MAX_MS), (attempt, chance, retryAfterMs) => {
      const delay = retryDelayMs(attempt, { chance, retryAfterMs })!
      expect(delay).toBeGreaterThanOrEqual(retryDelayMs(attempt, { chance })!)
      expect(delay).toBeGreaterThanOrEqual(Math.min(retryAfterMs, RETRY_AFTER_MAX_MS))
      expect(delay).toBeLessThanOrEqual(1.2 * RETRY_AFTER_MAX_MS)
    }),
  )
})

test('an endpoint is disabled when it is gone, or took nothing for three days', () => {
  expect(disabledBecause({ status: 410, failingForMs: 0 })).toBe('gone')
  expect(disabledBecause({ status: 500, failingForMs: DISABLE_AFTER_MS - 1 })).toBeNull()
  expect(disabledBecause({ status: null, failingForMs: DISABLE_AFTER_MS })).toBe('failing')
})
