import { describe, expect, it } from 'vitest'
import type { Destination } from '#contracts/redemptions.schemas.ts'
import { destinationText, hoursText, timelineOf, typicalText } from './redemption-text.ts'
import { usableOf } from './usable.ts'

const at = '2026-11-21T10:00:00.000Z'

describe('the timeline', () => {
  it('has what was, then what is still to come', () => {
    const timeline = [{ state: 'requested' as const, at }]
    expect(timelineOf({ state: 'requested', timeline, waitsFor: null })).toEqual([
      { state: 'requested', at },
      { state: 'approved', at: null },
      { state: 'sending', at: null },
      { state: 'paid', at: null },
    ])
  })

  it('ends where the redemption ended', () => {
    const timeline = [
      { state: 'requested' as const, at },
      { state: 'cancelled' as const, at },
    ]
    expect(timelineOf({ state: 'cancelled', timeline, waitsFor: null })).toEqual(timeline)
  })

  it('promises nothing of a payment that did not arrive', () => {
    const timeline = [{ state: 'sending' as const, at }]
    const waitsFor = { reason: 'came_back' as const, until: null, blockedBy: null }
    expect(timelineOf({ state: 'sending', timeline, waitsFor })).toEqual(timeline)
  })
})

it('names a destination by its kind and hint, and one by hand by its kind', () => {
  expect(destinationText({ kind: 'paypal', hint: 'a…@example.com' })).toBe('PayPal a…@example.com')
  expect(destinationText({ kind: 'manual', hint: '…' })).toBe('Manual')
  expect(destinationText({ kind: 'bank', hint: null })).toBe('Bank account')
})

it('says a wait in hours, and in days from two on', () => {
  expect([1, 24, 36, 48, 168].map(hoursText)).toEqual(['1 hour', '24 hours', '36 hours', '2 days', '7 days'])
})

it('says what payouts usually take in hours within a day, then in days begun', () => {
  expect([1, 24, 25, 48, 49].map(typicalText)).toEqual(['1 hour', '24 hours', '2 days', '2 days', '3 days'])
})

it('pays to the first that can be used, and waits for the one that can be soonest', () => {
  const place = (id: string, usableFrom: string, frozen: boolean) =>
    ({ id, usableFrom, frozen }) as unknown as Destination
  const [later, sooner] = [place('a', '2026-11-24T10:00:00Z', true), place('b', '2026-11-23T10:00:00Z', true)]
  const ready = place('c', '2026-11-01T10:00:00Z', false)
  expect(usableOf([])).toEqual({ at: 'never' })
  expect(usableOf([later, sooner])).toEqual({ at: 'later', destination: sooner })
  expect(usableOf([later, ready])).toEqual({ at: 'now', destination: ready })
})
