import { describe, expect, it } from 'vitest'
import type { Earning } from '#contracts/earnings.schemas.ts'
import { earningBasis, earningLeft, earningTitle, earningWhy } from './earning-text.ts'

const now = new Date('2026-11-21T12:00:00Z')

const earning: Earning = {
  id: 'ern_1',
  conversionId: 'cnv_1',
  type: 'sale',
  campaign: {
    id: 'cmp_1',
    title: 'Earn 84 crels a sale',
    brand: {
      id: 'brd_1',
      slug: 'n',
      name: 'Northwind Coffee',
      colors: { base: '#0b7255', glow: '#ffd066' },
      logoURL: null,
    },
  },
  crels: 84,
  reversedCrels: 0,
  state: 'pending',
  reason: null,
  basis: { saleUsdCents: null, bps: null, usdToCrels: null, clicks: null, clickMillicrels: null },
  occurredAt: '2026-11-03T10:00:00.000Z',
  unlocksAt: '2026-12-03T10:00:00.000Z',
  unlockedAt: null,
  appeal: null,
}

describe('an earning says why and until when', () => {
  it('pending: the day it unlocks', () => {
    expect(earningTitle(earning)).toBe('Sale at Northwind Coffee')
    expect(earningWhy(earning, now)).toEqual(['Unlocks 3 Dec'])
    expect(earningWhy({ ...earning, unlocksAt: '2026-11-21T12:30:00.000Z' }, now)).toEqual(['Unlocks today'])
    expect(earningWhy({ ...earning, unlocksAt: '2026-11-21T11:00:00.000Z' }, now)).toEqual(['Unlocking now'])
  })

  it('clicks: how many, and what each is worth', () => {
    const clicks = { ...earning.basis, clicks: 7, clickMillicrels: 300 }
    expect(earningTitle({ ...earning, type: 'click' })).toBe('Clicks at Northwind Coffee')
    expect(earningBasis({ basis: clicks })).toBe('7 clicks at 0.3 crels each')
    expect(earningBasis({ basis: { ...clicks, clicks: 1 } })).toBe('1 click at 0.3 crels')
    const one = { ...clicks, clickMillicrels: 1_000 }
    expect(earningBasis({ basis: one })).toBe('7 clicks at 1 crel each')
    expect(earningBasis({ basis: { ...one, clicks: 1 } })).toBe('1 click at 1 crel')
  })

  it('under review: the reason, and the day before which it stays', () => {
    expect(earningWhy({ ...earning, state: 'under_review', reason: 'too_fast' }, now)).toEqual([
      'It came within seconds of the click',
      'It unlocks 3 Dec at the earliest.',
    ])
    expect(earningWhy({ ...earning, state: 'under_review', reason: 'something_new' }, now)[0]).toBe(
      'We review it first',
    )
  })

  it('reversed and partly reversed', () => {
    expect(earningWhy({ ...earning, state: 'reversed', reversedCrels: 84, reason: 'refunded' }, now)).toEqual(
      ['The sale was refunded'],
    )
    expect(
      earningWhy({ ...earning, state: 'reversed', reversedCrels: 84, reason: 'corrected' }, now),
    ).toEqual(['It was recorded wrongly. The corrected one is listed separately'])
    for (const reason of ['not_genuine', 'fraud', 'refund_of_a_budget'])
      expect(
        earningWhy({ ...earning, type: 'click', state: 'reversed', reversedCrels: 84, reason }, now),
      ).toEqual(['These clicks turned out not to be genuine'])
    const partly = { ...earning, reversedCrels: 20 }
    expect(earningLeft(partly)).toBe(64)
    expect(earningWhy(partly, now)[1]).toBe('20 crels of it was taken back by a refund')
  })

  it('says how a share was computed', () => {
    expect(earningBasis(earning)).toBeNull()
    expect(
      earningBasis({
        basis: { saleUsdCents: 9600, bps: 800, usdToCrels: '10.5', clicks: null, clickMillicrels: null },
      }),
    ).toBe('8% of $96.00, at 10.5 crels for $1')
  })
})
