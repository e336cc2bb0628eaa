import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultEconomy } from './economy.ts'
import { nextShareDay, onFullDay, shareClosesAt, shareStanding, type ShareReview } from './social-share.ts'

const settings = defaultEconomy.socialShare
const hourMs = 3_600_000
const noon = Date.parse('2026-11-21T12:00:00Z')
const closesAtMs = shareClosesAt(noon, settings)

test('a share counts visitors for seven days', () => {
  expect(new Date(closesAtMs).toISOString()).toBe('2026-11-28T12:00:00.000Z')
})

const fresh = { alike: 0, review: null }

describe('a share', () => {
  test.each([
    [0, { state: 'waiting', clicksLeft: 3 }],
    [2, { state: 'waiting', clicksLeft: 1 }],
    [3, { state: 'qualified' }],
    [400, { state: 'qualified' }],
  ])('with %i visitors while it is open', (clicks, standing) => {
    expect(shareStanding({ ...fresh, clicks, closesAtMs, nowMs: closesAtMs - 1 }, settings)).toEqual(standing)
  })

  test('has ended when it closes with too few, and is paid with enough even then', () => {
    const closed = { ...fresh, closesAtMs, nowMs: closesAtMs }
    expect(shareStanding({ ...closed, clicks: 2 }, settings)).toEqual({
      state: 'ended',
      reason: 'too_few_clicks',
    })
    expect(shareStanding({ ...closed, clicks: 3 }, settings)).toEqual({ state: 'qualified' })
  })
})

test('visitors who look alike are reviewed once, and the decision stays', () => {
  const standing = (review: ShareReview, nowMs: number, clicks = 1) =>
    shareStanding({ clicks, alike: 2, review, closesAtMs, nowMs }, settings).state
  expect(standing(null, noon)).toBe('under_review')
  expect(standing('under_review', closesAtMs)).toBe('under_review')
  expect(standing('under_review', noon, 3)).toBe('qualified')
  expect(standing('rejected', noon)).toBe('waiting')
  expect(
    shareStanding({ clicks: 1, alike: 2, review: 'rejected', closesAtMs, nowMs: closesAtMs }, settings),
  ).toEqual({ state: 'ended', reason: 'not_genuine' })
})

describe('on a day that has paid enough', () => {
  test('waits for midnight in UTC, or for its close where that is sooner', () => {
    expect(onFullDay(closesAtMs, noon)).toEqual({ again: Date.parse('2026-11-22T00:00:00Z') })
    expect(onFullDay(noon + hourMs, noon)).toEqual({ again: noon + hourMs })
  })
  test('has ended once it is closed', () => {
    expect(onFullDay(noon, noon)).toEqual({ ended: 'day_full' })
  })
  test('waits for the next day after its close where an operator has accepted it', () => {
    expect(onFullDay(noon, noon, 'accepted')).toEqual({ again: Date.parse('2026-11-22T00:00:00Z') })
    expect(onFullDay(noon, noon, 'rejected')).toEqual({ ended: 'day_full' })
  })
})

test('the next day is a midnight that comes, and never more than a day away', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (now) => {
      const next = nextShareDay(now)
      expect(next % 86_400_000).toBe(0)
      expect(next - now).toBeGreaterThan(0)
      expect(next - now).toBeLessThanOrEqual(86_400_000)
    }),
  )
})
