import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  clickEarning,
  conversionEarning,
  refundShare,
  saleShareCrels,
  unlocksAt,
  type RefundFacts,
  type Reward,
} from './earning.ts'

const nothing: Reward = { clickMillicrels: null, leadCrels: null, sale: null }
const sale = (saleUsdCents: number | null) => ({ type: 'sale', saleUsdCents }) as const

describe('a conversion earns', () => {
  test('the fixed crels of a lead', () => {
    expect(conversionEarning({ ...nothing, leadCrels: 40 }, { type: 'lead' }, '10.5')).toEqual({ crels: 40 })
  })

  test('the fixed crels of a sale, whatever its amount', () => {
    const reward = { ...nothing, sale: { crels: 75 } }
    for (const usdCents of [null, 1, 1_000_000]) {
      expect(conversionEarning(reward, sale(usdCents), '10.5')).toEqual({ crels: 75 })
    }
  })

  test('its share of the sale at the rate: 8 % of $49.90 at 10.5 is 41 crels', () => {
    expect(conversionEarning({ ...nothing, sale: { bps: 800 } }, sale(4_990), '10.5')).toEqual({ crels: 41 })
  })

  test.each<[string, Reward, Parameters<typeof conversionEarning>[1], string]>([
    [
      'a lead where only sales pay',
      { ...nothing, sale: { crels: 5 } },
      { type: 'lead' },
      'reward_not_offered',
    ],
    ['a sale where only leads pay', { ...nothing, leadCrels: 5 }, sale(100), 'reward_not_offered'],
    ['a share of an amount not named', { ...nothing, sale: { bps: 500 } }, sale(null), 'amount_missing'],
    ['a share below one crel', { ...nothing, sale: { bps: 500 } }, sale(100), 'earning_below_one_crel'],
    ['a lead worth nothing', { ...nothing, leadCrels: 0 }, { type: 'lead' }, 'earning_below_one_crel'],
  ])('nothing for %s', (_title, reward, conversion, refusal) => {
    expect(conversionEarning(reward, conversion, '10.5')).toEqual({ crels: 0, refusal })
  })

  test.each([
    [10_000, 10_000, '10.5', 1_050],
    [9_999, 10_000, '10.5', 1_049],
    [100, 952, '10.5', 0],
    [100, 953, '10.5', 1],
    [1, 1, '0.000001', 0],
    [100_000_000_00, 10_000, '10.123456', 1_012_345_600],
  ])('%i cents at %i bps and %s: %i crels', (usdCents, bps, rate, crels) => {
    expect(saleShareCrels(usdCents, bps, rate)).toBe(crels)
  })

  test('never more than the exact share, and less by under one crel', () => {
    const rate = fc.integer({ min: 1, max: 99_999_999 }).map((micros) => (micros / 1_000_000).toFixed(6))
    fc.assert(
      fc.property(fc.nat(100_000_000), fc.nat(10_000), rate, (usdCents, bps, decimal) => {
        const exact = BigInt(usdCents) * BigInt(bps) * BigInt(decimal.replace('.', ''))
        const paid = BigInt(saleShareCrels(usdCents, bps, decimal)) * 1_000_000_000_000n
        expect(paid <= exact && exact - paid < 1_000_000_000_000n).toBe(true)
      }),
    )
  })

  test.each([-1, 0.5, Number.NaN, 2 ** 53])('not for an amount of %d', (usdCents) => {
    expect(() => saleShareCrels(usdCents, 500, '10.5')).toThrow(RangeError)
  })
})

describe('clicks earn', () => {
  test('whole crels, and keep the rest', () => {
    expect(clickEarning(7, 300, 0)).toEqual({ crels: 2, remainderMillicrels: 100 })
    expect(clickEarning(3, 300, 100)).toEqual({ crels: 1, remainderMillicrels: 0 })
    expect(clickEarning(0, 300, 999)).toEqual({ crels: 0, remainderMillicrels: 999 })
  })

  test('the same in all however they are batched', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50)), fc.nat(5_000), (batches, millicrels) => {
        let paid = 0
        let kept = 0
        for (const clicks of batches) {
          const earned = clickEarning(clicks, millicrels, kept)
          paid += earned.crels
          kept = earned.remainderMillicrels
          expect(kept).toBeLessThan(1_000)
        }
        const all = batches.reduce((sum, clicks) => sum + clicks, 0)
        expect(clickEarning(all, millicrels, 0)).toEqual({ crels: paid, remainderMillicrels: kept })
      }),
    )
  })
})

describe('a refund takes back', () => {
  const earning: RefundFacts = {
    earnedCrels: 41,
    saleMinor: 4_990,
    refundedMinor: 0,
    reversedCrels: 0,
    refundMinor: null,
  }

  test('all of it when the whole sale is refunded', () => {
    expect(refundShare(earning)).toEqual({ reverseCrels: 41, refundedMinor: 4_990 })
    expect(refundShare({ ...earning, saleMinor: null })).toEqual({
      reverseCrels: 41,
      refundedMinor: null,
    })
  })

  test('its share rounded down, so the part of a crel stays with the member', () => {
    expect(refundShare({ ...earning, refundMinor: 2_495 })).toEqual({
      reverseCrels: 20,
      refundedMinor: 2_495,
    })
    expect(refundShare({ ...earning, refundMinor: 1 })).toEqual({ reverseCrels: 0, refundedMinor: 1 })
  })

  test('what is left when no amount is named', () => {
    const facts = { ...earning, refundedMinor: 2_495, reversedCrels: 20 }
    expect(refundShare(facts)).toEqual({ reverseCrels: 21, refundedMinor: 4_990 })
  })

  test.each<[string, Partial<RefundFacts>, string]>([
    ['above the sale', { refundMinor: 4_991 }, 'refund_exceeds_sale'],
    [
      'above what is left',
      { refundedMinor: 4_000, reversedCrels: 32, refundMinor: 991 },
      'refund_exceeds_sale',
    ],
    ['of a sale refunded already', { refundedMinor: 4_990, reversedCrels: 41 }, 'not_refundable'],
    ['by amount where none was named', { saleMinor: null, refundMinor: 5 }, 'refund_exceeds_sale'],
    ['again where none was named', { saleMinor: null, reversedCrels: 41 }, 'not_refundable'],
  ])('nothing and is refused %s', (_title, facts, refusal) => {
    expect(refundShare({ ...earning, ...facts })).toEqual({ refusal })
  })

  test('no more in many parts than at once, and exactly everything in the end', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 100_000 }),
        fc.array(fc.integer({ min: 1, max: 20_000 })),
        (saleMinor, earnedCrels, parts) => {
          let refundedMinor = 0
          let reversedCrels = 0
          for (const refundMinor of [...parts, null]) {
            const outcome = refundShare({
              earnedCrels,
              saleMinor,
              refundedMinor,
              reversedCrels,
              refundMinor,
            })
            if (outcome.refusal !== undefined) continue
            expect(outcome.reverseCrels).toBeGreaterThanOrEqual(0)
            reversedCrels += outcome.reverseCrels
            refundedMinor = outcome.refundedMinor!
            // The member keeps at least the share of what was not refunded.
            expect(reversedCrels * saleMinor).toBeLessThanOrEqual(earnedCrels * refundedMinor)
          }
          expect(reversedCrels).toBe(earnedCrels)
          expect(refundedMinor).toBe(saleMinor)
        },
      ),
    )
  })
})

test('an earning unlocks its hold days after acceptance, to the millisecond', () => {
  const acceptedAt = Date.UTC(2026, 1, 27, 23, 59, 59, 999)
  expect(new Date(unlocksAt(acceptedAt, 30)).toISOString()).toBe('2026-03-29T23:59:59.999Z')
  expect(unlocksAt(acceptedAt, 0)).toBe(acceptedAt)
  expect(() => unlocksAt(acceptedAt, -1)).toThrow(RangeError)
})
