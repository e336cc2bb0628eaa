import { describe, expect, it } from 'vitest'
import { destinationText, hoursText, timelineOf } from './redemption-text.ts'

const at = '2026-11-21T10:00:00.000Z'

describe('the timeline', () => {
  it('has what was, then what is still to come', () => {
    const timeline = [{ state: 'requested' as const, at }]
    expect(timelineOf({ state: 'requested', timeline })).toEqual([
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
    expect(timelineOf({ state: 'cancelled', timeline })).toEqual(timeline)
  })
})

it('names a destination by its kind and hint, and one by hand by its kind', () => {
  expect(destinationText({ kind: 'paypal', hint: 'a…@example.com' })).toBe('PayPal a…@example.com')
  expect(destinationText({ kind: 'manual', hint: '…' })).toBe('By hand')
  expect(destinationText({ kind: 'bank', hint: null })).toBe('Bank account')
})

it('says a wait in hours, and in days from two on', () => {
  expect([1, 24, 36, 48, 168].map(hoursText)).toEqual(['1 hour', '24 hours', '36 hours', '2 days', '7 days'])
})
