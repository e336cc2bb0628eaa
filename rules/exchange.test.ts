import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import vectors from '#testing/vectors/exchange.json' with { type: 'json' }
import {
  betterThan,
  cheaperBiggerAmount,
  convertCrels,
  DEFAULT_RATE,
  feeBpsFor,
  isLargeRateChange,
  isRate,
  isRefused,
  largestPriceWithin,
  parseRate,
  priceInCrels,
  rateFromNumber,
  worthInUsdCents,
} from './exchange.ts'

const usdCentsArbitrary = fc.integer({ min: 1, max: 1_000_000_000 })
const crelsArbitrary = fc.integer({ min: 1, max: 1_000_000_000 })
const rateArbitrary = fc
  .tuple(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 999_999 }))
  .filter(([whole, micros]) => whole > 0 || micros >= 1_000)
  .map(([whole, micros]) => `${whole}.${String(micros).padStart(6, '0')}`)

describe('the shared table', () => {
  test.each(vectors.price)('$usdCents cents at $rate cost $total crels', (row) => {
    const price = priceInCrels(row.usdCents, row.rate)
    expect(price).toEqual({
      usdCents: row.usdCents,
      rate: row.rate,
      feeBps: row.feeBps,
      baseCrels: row.base,
      feeCrels: row.fee,
      crels: row.total,
    })
  })

  test.each(vectors.convert)('$crels crels at $rate pay $netUsdCents cents', (row) => {
    const conversion = convertCrels(row.crels, row.rate)
    expect(conversion.usdCents).toBe(row.netUsdCents)
    expect(conversion.feeBps).toBe(row.feeBps)
  })

  test('has rows in both directions', () => {
    expect(vectors.price.length).toBeGreaterThanOrEqual(24)
    expect(vectors.convert.length).toBeGreaterThanOrEqual(19)
  })
})

describe('rates', () => {
  test('are plain decimals above 0 with at most 6 decimals', () => {
    expect(parseRate('10.5')).toBe(10_500_000n)
    expect(parseRate('10.123456')).toBe(10_123_456n)
    expect(parseRate('0.000001')).toBe(1n)
    expect(parseRate('999999999')).toBe(999_999_999_000_000n)
  })

  test.each([
    '',
    '0',
    '0.0',
    '-1',
    '+1',
    '1e3',
    '.5',
    '5.',
    '1,5',
    '1.1234567',
    ' 1',
    '1 ',
    'NaN',
    '1234567890',
  ])('refuses %j', (text) => {
    expect(isRate(text)).toBe(false)
    expect(() => parseRate(text)).toThrow(RangeError)
  })

  test('come from the number of the API, and are refused when it is no rate', () => {
    expect(rateFromNumber(10.5)).toBe('10.5')
    expect(rateFromNumber(10)).toBe('10')
    expect(rateFromNumber(100)).toBe('100')
    expect(rateFromNumber(10.123456)).toBe('10.123456')
    for (const bad of [0, -1, Number.NaN, Infinity, 1e-9, 1e21])
      expect(() => rateFromNumber(bad)).toThrow(RangeError)
  })

  test('survive the trip through the number of the API', () => {
    fc.assert(
      fc.property(rateArbitrary, (rate) => {
        expect(parseRate(rateFromNumber(Number(rate)))).toBe(parseRate(rate))
      }),
    )
  })

  test('ask again above a change of 10 %, not at it', () => {
    expect(isLargeRateChange('10', '11')).toBe(false)
    expect(isLargeRateChange('10', '11.000001')).toBe(true)
    expect(isLargeRateChange('10', '9')).toBe(false)
    expect(isLargeRateChange('10', '8.999999')).toBe(true)
    expect(isLargeRateChange(DEFAULT_RATE, DEFAULT_RATE)).toBe(false)
  })
})

describe('fee tiers', () => {
  test.each([
    [1, 500],
    [9_999, 500],
    [10_000, 300],
    [24_999, 300],
    [25_000, 50],
    [100_000_000, 50],
  ])('%i cents pay %i basis points', (usdCents, feeBps) => {
    expect(feeBpsFor(usdCents)).toBe(feeBps)
  })

  test('are picked for a price by its amount and for a conversion by its gross', () => {
    fc.assert(
      fc.property(usdCentsArbitrary, crelsArbitrary, rateArbitrary, (usdCents, crels, rate) => {
        expect(priceInCrels(usdCents, rate).feeBps).toBe(feeBpsFor(usdCents))
        const conversion = convertCrels(crels, rate)
        expect(conversion.feeBps).toBe(feeBpsFor(conversion.grossUsdCents))
      }),
    )
  })
})

describe('price', () => {
  test('is its base and its fee, each the smallest whole number that covers it', () => {
    fc.assert(
      fc.property(usdCentsArbitrary, rateArbitrary, (usdCents, rate) => {
        const price = priceInCrels(usdCents, rate)
        const exact = BigInt(usdCents) * parseRate(rate)
        expect(BigInt(price.baseCrels) * 100_000_000n >= exact).toBe(true)
        expect(BigInt(price.baseCrels - 1) * 100_000_000n < exact).toBe(true)
        expect(price.feeCrels * 10_000).toBeGreaterThanOrEqual(price.baseCrels * price.feeBps)
        expect((price.feeCrels - 1) * 10_000).toBeLessThan(price.baseCrels * price.feeBps)
        expect(price.crels).toBe(price.baseCrels + price.feeCrels)
      }),
    )
  })

  test('never falls within a tier', () => {
    fc.assert(
      fc.property(
        usdCentsArbitrary,
        fc.integer({ min: 0, max: 20_000 }),
        rateArbitrary,
        (usdCents, more, rate) => {
          fc.pre(feeBpsFor(usdCents) === feeBpsFor(usdCents + more))
          expect(priceInCrels(usdCents + more, rate).crels).toBeGreaterThanOrEqual(
            priceInCrels(usdCents, rate).crels,
          )
        },
      ),
    )
  })

  test.each([0, -1, 1.5, Number.NaN, Infinity, Number.MAX_SAFE_INTEGER + 1])(
    'refuses %d cents',
    (usdCents) => {
      expect(() => priceInCrels(usdCents, '10.5')).toThrow(RangeError)
    },
  )

  test('throws rather than answer an inexact number', () => {
    expect(() => priceInCrels(Number.MAX_SAFE_INTEGER, '999999999')).toThrow(RangeError)
    expect(() => convertCrels(Number.MAX_SAFE_INTEGER, '0.000001')).toThrow(RangeError)
  })
})

describe('conversion', () => {
  test('shows gross, fee and net that add up', () => {
    expect(convertCrels(1_050, '10.5')).toEqual({
      crels: 1_050,
      rate: '10.5',
      feeBps: 300,
      grossUsdCents: 10_000,
      feeUsdCents: 300,
      usdCents: 9_700,
    })
    fc.assert(
      fc.property(crelsArbitrary, rateArbitrary, (crels, rate) => {
        const conversion = convertCrels(crels, rate)
        expect(conversion.feeUsdCents).toBeGreaterThanOrEqual(0)
        expect(conversion.grossUsdCents - conversion.feeUsdCents).toBe(conversion.usdCents)
      }),
    )
  })

  test('never pays more than crels / rate', () => {
    fc.assert(
      fc.property(
        fc.oneof(crelsArbitrary, fc.integer({ min: 1, max: 200 })),
        rateArbitrary,
        (crels, rate) => {
          const worth = BigInt(crels) * 100_000_000n
          expect(BigInt(convertCrels(crels, rate).usdCents) * parseRate(rate) <= worth).toBe(true)
        },
      ),
      { numRuns: 1_000 },
    )
    expect(convertCrels(6, '1000').usdCents).toBe(0)
  })

  test('is rounded half up once, wherever that does not exceed the worth', () => {
    expect(convertCrels(3, '10').usdCents).toBe(29) // 30 − 1.5 = 28.5
    fc.assert(
      fc.property(crelsArbitrary, rateArbitrary, (crels, rate) => {
        const conversion = convertCrels(crels, rate)
        fc.pre(conversion.grossUsdCents >= 10)
        // |net − (gross − fee)| ≤ ½ cent, and exactly ½ only upwards.
        const unit = parseRate(rate) * 10_000n
        const exact = BigInt(crels) * 100_000_000n * BigInt(10_000 - conversion.feeBps)
        const above = BigInt(conversion.usdCents) * unit - exact
        expect(2n * above <= unit && 2n * above > -unit).toBe(true)
      }),
    )
  })

  test('never falls within a tier', () => {
    fc.assert(
      fc.property(crelsArbitrary, fc.integer({ min: 0, max: 5_000 }), rateArbitrary, (crels, more, rate) => {
        const less = convertCrels(crels, rate)
        const greater = convertCrels(crels + more, rate)
        fc.pre(less.feeBps === greater.feeBps)
        expect(greater.usdCents).toBeGreaterThanOrEqual(less.usdCents)
      }),
    )
  })

  test('of nothing is refused', () => {
    expect(isRefused(convertCrels(1, '1000'))).toBe(true)
    expect(isRefused(convertCrels(1, '10.5'))).toBe(false)
    for (const crels of [0, -5, 0.5]) expect(() => convertCrels(crels, '10.5')).toThrow(RangeError)
  })

  test('of a price never pays back more than the crels are worth', () => {
    fc.assert(
      fc.property(usdCentsArbitrary, rateArbitrary, (usdCents, rate) => {
        const { crels } = priceInCrels(usdCents, rate)
        const { usdCents: back } = convertCrels(crels, rate)
        expect(BigInt(back) * parseRate(rate) <= BigInt(crels) * 100_000_000n).toBe(true)
      }),
    )
  })
})

describe('better', () => {
  test('says that 2 680 crels convert to more than they buy', () => {
    const price = priceInCrels(24_762, '10.5')
    expect(price.crels).toBe(2_680)
    expect(betterThan(price)).toEqual({ direction: 'crels', crels: 2_680, usdCents: 25_396 })
  })

  test('says that 105 crels buy more than they convert to', () => {
    expect(betterThan(convertCrels(105, '10.5'))).toEqual({ direction: 'usd', crels: 105, usdCents: 952 })
  })

  test('is silent where the other direction pays no more', () => {
    expect(betterThan(priceInCrels(5_000, '10.5'))).toBeUndefined()
  })

  test('always delivers more for at most the same crels', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60_000 }), rateArbitrary, (amount, rate) => {
        for (const quote of [priceInCrels(amount, rate), convertCrels(amount, rate)]) {
          const better = betterThan(quote)
          if (!better) continue
          expect(better.usdCents).toBeGreaterThan(quote.usdCents)
          expect(better.crels).toBeLessThanOrEqual(quote.crels)
        }
      }),
    )
  })

  test('knows the largest amount some crels can buy', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60_000 }), rateArbitrary, (crels, rate) => {
        const largest = largestPriceWithin(crels, rate)
        if (!largest) {
          expect(priceInCrels(1, rate).crels).toBeGreaterThan(crels)
          return
        }
        expect(largest.crels).toBeLessThanOrEqual(crels)
        const next = [1, 2, 10, 100].map((more) => priceInCrels(largest.usdCents + more, rate).crels)
        for (const dearer of next) expect(dearer).toBeGreaterThan(crels)
        for (const start of [10_000, 25_000])
          if (start > largest.usdCents) expect(priceInCrels(start, rate).crels).toBeGreaterThan(crels)
      }),
    )
  })
})

describe('a little more', () => {
  test.each([
    [9_809, undefined],
    [9_810, 10_000],
    [9_999, 10_000],
    [10_000, undefined],
    [24_400, undefined],
    [24_401, 25_000],
    [24_999, 25_000],
    [25_000, undefined],
    [100_000_000, undefined],
  ])('than %i cents costs less at %s', (usdCents, bigger) => {
    expect(cheaperBiggerAmount(priceInCrels(usdCents, '10.5'))?.usdCents).toBe(bigger)
  })

  test('is bigger and cheaper whenever it is offered', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30_000 }), rateArbitrary, (usdCents, rate) => {
        const price = priceInCrels(usdCents, rate)
        const bigger = cheaperBiggerAmount(price)
        if (!bigger) return
        expect(bigger.usdCents).toBeGreaterThan(usdCents)
        expect(bigger.crels).toBeLessThan(price.crels)
      }),
    )
  })
})

test('crels are worth whole cents, rounded down, and never more than can be counted', () => {
  expect(worthInUsdCents(0, '10.5')).toBe(0)
  expect(worthInUsdCents(1, '10.5')).toBe(9)
  expect(worthInUsdCents(10_000, '20')).toBe(500_00)
  expect(worthInUsdCents(90_071_992, '0.000001')).toBe(9_007_199_200_000_000)
  expect(worthInUsdCents(1_000_000_000, '0.000001')).toBeNull()
  expect(() => worthInUsdCents(0.5, '10.5')).toThrow(RangeError)
  expect(() => worthInUsdCents(-1, '10.5')).toThrow(RangeError)
})
