import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EXPIRY_MARGIN_MS, isUsable, refreshAt, retryDelay } from './session-timing.ts'

const minutes = (count: number) => count * 60_000
const token = (lifetimeMs: number) => ({ accessToken: 't', issuedAt: 1_000, expiresAt: 1_000 + lifetimeMs })

describe('a token', () => {
  test.each([
    [minutes(60), minutes(55)],
    [minutes(11), minutes(6)],
    [minutes(10), minutes(5)],
    [minutes(6), minutes(3)],
    [minutes(1), 30_000],
  ])('that lives %i ms is refreshed after %i ms', (lifetime, after) => {
    expect(refreshAt(token(lifetime))).toBe(1_000 + after)
  })

  test('is refreshed after half its lifetime at the soonest, and before its end', () => {
    fc.assert(
      fc.property(fc.integer({ min: EXPIRY_MARGIN_MS + 1, max: minutes(600) }), (lifetime) => {
        const after = refreshAt(token(lifetime)) - 1_000
        expect(after).toBeGreaterThanOrEqual(lifetime / 2)
        expect(after).toBeLessThan(lifetime)
      }),
    )
  })

  test('is used until 30 s before it expires', () => {
    const { expiresAt } = token(minutes(60))
    expect(isUsable(token(minutes(60)), expiresAt - 30_001)).toBe(true)
    expect(isUsable(token(minutes(60)), expiresAt - 30_000)).toBe(false)
  })
})

test('failures wait 30 s, doubling to 16 minutes', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 50, 2_000].map(retryDelay)
  expect(waits).toEqual([30_000, ...[1, 2, 4, 8, 16, 16, 16, 16, 16].map(minutes)])
})
