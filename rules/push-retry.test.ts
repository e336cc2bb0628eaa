import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgePushAnswer, pushRetryDelayMs, PUSH_RETRY_DELAYS_MS } from './push-retry.ts'

test('an answer of a push service is delivered, gone, refused or for later', () => {
  expect([200, 201, 202].map(judgePushAnswer)).toEqual(Array(3).fill('delivered'))
  expect([404, 410].map(judgePushAnswer)).toEqual(['gone', 'gone'])
  expect([400, 401, 403, 413, 301].map(judgePushAnswer)).toEqual(Array(5).fill('refused'))
  expect([null, 408, 429, 500, 503].map(judgePushAnswer)).toEqual(Array(5).fill('later'))
})

test('waits longer each time, as long as asked, never past the time of the message, and ends', () => {
  const day = 86_400_000
  expect(pushRetryDelayMs(1, { chance: 0, retryAfterMs: 0, leftMs: day })).toBe(30_000)
  expect(pushRetryDelayMs(1, { chance: 0, retryAfterMs: 90_000, leftMs: day })).toBe(90_000)
  expect(pushRetryDelayMs(1, { chance: 0, retryAfterMs: 90_000, leftMs: 90_000 })).toBeNull()
  expect(
    pushRetryDelayMs(PUSH_RETRY_DELAYS_MS.length + 1, { chance: 0, retryAfterMs: 0, leftMs: day }),
  ).toBeNull()
  const options = fc.record({
    chance: fc.double({ min: 0, max: 0.999, noNaN: true }),
    retryAfterMs: fc.nat(2 * day),
    leftMs: fc.nat(2 * day),
  })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), options, (attempts, given) => {
      const wait = pushRetryDelayMs(attempts, given)
      if (wait === null) return
      expect(wait).toBeGreaterThanOrEqual(Math.max(PUSH_RETRY_DELAYS_MS[attempts - 1]!, given.retryAfterMs))
      expect(wait).toBeLessThan(given.leftMs)
    }),
    { numRuns: 50 },
  )
})
