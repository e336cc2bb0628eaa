import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cancelBlockedUntil,
  isUnderWay,
  REDEMPTION_STATES,
  redemptionStateAfter,
  returnsCrels,
  type RedemptionAction,
} from './redemption-state.ts'

const actions = [
  'cancel',
  'approve',
  'reject',
  'send',
  'pay',
  'fail',
  'return',
] as const satisfies RedemptionAction[]

describe('the way of a redemption', () => {
  test('goes to paid by approval and sending, and nowhere else', () => {
    expect(
      (['approve', 'send', 'pay'] as const).reduce(
        (state, action) => redemptionStateAfter(state, action)!,
        'requested' as (typeof REDEMPTION_STATES)[number],
      ),
    ).toBe('paid')
    expect(redemptionStateAfter('requested', 'pay')).toBeUndefined()
    expect(redemptionStateAfter('approved', 'pay')).toBeUndefined()
  })

  test('is cancelled only while it is requested', () => {
    expect(REDEMPTION_STATES.filter((state) => redemptionStateAfter(state, 'cancel'))).toEqual(['requested'])
  })

  test('comes back from paid alone, once', () => {
    expect(REDEMPTION_STATES.filter((state) => redemptionStateAfter(state, 'return'))).toEqual(['paid'])
    expect(actions.filter((action) => redemptionStateAfter('returned', action))).toEqual([])
    expect([isUnderWay('paid'), isUnderWay('returned'), returnsCrels('returned')]).toEqual([
      false,
      false,
      true,
    ])
  })

  test('whatever is done in whatever order ends once, paid or with the crels returned; what was paid may come back', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...actions), { maxLength: 30 }), (done) => {
        let state: (typeof REDEMPTION_STATES)[number] = 'requested'
        const ends: string[] = []
        for (const action of done) {
          const next = redemptionStateAfter(state, action)
          if (!next) continue
          state = next
          if (!isUnderWay(state)) ends.push(state)
        }
        expect(ends.slice(1)).toEqual(ends[0] === 'paid' && ends.length > 1 ? ['returned'] : [])
        expect([isUnderWay(state), state === 'paid', returnsCrels(state)].filter(Boolean)).toHaveLength(1)
      }),
    )
  })
})

describe('cancelling', () => {
  const limits = { cancelsMax: 2, cancelsDays: 30 }
  const day = 86_400_000

  test('is possible twice in thirty days', () => {
    expect(cancelBlockedUntil([], 100 * day, limits)).toBeNull()
    expect(cancelBlockedUntil([99 * day], 100 * day, limits)).toBeNull()
    expect(cancelBlockedUntil([99 * day, 80 * day], 100 * day, limits)).toBe(110 * day)
    expect(cancelBlockedUntil([99 * day, 70 * day], 100 * day, limits)).toBeNull()
  })

  test('is possible again at the time that is named, and not before', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 100 * day }), { maxLength: 8 }),
        fc.integer({ min: 0, max: 4 }),
        (at, cancelsMax) => {
          const now = 100 * day
          const until = cancelBlockedUntil(at, now, { cancelsMax, cancelsDays: 30 })
          if (until === null || cancelsMax === 0) return
          expect(until).toBeGreaterThan(now)
          expect(cancelBlockedUntil(at, until, { cancelsMax, cancelsDays: 30 })).toBeNull()
          expect(cancelBlockedUntil(at, until - 1, { cancelsMax, cancelsDays: 30 })).not.toBeNull()
        },
      ),
    )
  })
})
