import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLargeUsdRateChange, isUsdRate, minorDigits, minorOf, toUsdCents } from './currency.ts'

describe('an amount in US cents', () => {
  test.each([
    ['€49.90 at 1.0835', 49_90, 'EUR', '1.0835', 54_07],
    ['¥1 000, which has no cents', 1_000, 'JPY', '0.00671', 6_71],
    ['1.234 dinars, which have thousandths', 1_234, 'KWD', '3.25', 4_01],
    ['half a cent, up', 1, 'EUR', '0.5', 1],
    ['less than half a cent', 1, 'EUR', '0.4999', 0],
    ['25 000 dong', 25_000, 'VND', '0.0000394', 99],
    ['nothing', 0, 'EUR', '1.1', 0],
  ])('%s', (_, minor, currency, rate, cents) => {
    expect(toUsdCents(minor, currency, rate)).toBe(cents)
  })

  test('is the same at 1, grows with the amount and with the rate, and is off by half a cent at most', () => {
    const amount = fc.integer({ min: 0, max: 10_000_000_000 })
    const micros = fc.integer({ min: 1, max: 10_000_000 })
    fc.assert(
      fc.property(amount, amount, micros, (one, other, rateMicros) => {
        const rate = (rateMicros / 1_000_000).toFixed(6)
        const [less, more] = [Math.min(one, other), Math.max(one, other)]
        expect(toUsdCents(less, 'EUR', '1')).toBe(less)
        const cents = toUsdCents(more, 'EUR', rate)
        expect(toUsdCents(less, 'EUR', rate)).toBeLessThanOrEqual(cents)
        const off = BigInt(more) * BigInt(rateMicros) - BigInt(cents) * 1_000_000n
        expect(off >= -500_000n && off < 500_000n).toBe(true)
      }),
    )
  })

  test.each([
    [-1, '1'],
    [1.5, '1'],
    [1, '0'],
    [1, 'x'],
    [Number.MAX_SAFE_INTEGER, '10'],
  ])('is refused of %d at %s', (minor, rate) => {
    expect(() => toUsdCents(minor, 'EUR', rate)).toThrow(RangeError)
  })
})

test.each([
  ['1.0835', true],
  ['0.000039400000', true],
  ['999999999', true],
  ['0', false],
  ['0.0', false],
  ['-1', false],
  ['1e3', false],
  ['1.', false],
  ['.5', false],
  ['1,5', false],
  ['1.0000000000001', false],
  ['', false],
])('%s is a rate: %s', (text, is) => {
  expect(isUsdRate(text)).toBe(is)
})

test('knows minor units that are no hundredths', () => {
  expect(['EUR', 'JPY', 'KWD', 'XXX'].map(minorDigits)).toEqual([2, 0, 3, 2])
})

test.each([
  ['49.90', 'EUR', 49_90],
  ['49.9', 'EUR', 49_90],
  ['49', 'EUR', 49_00],
  ['1000', 'JPY', 1000],
  ['1.5', 'JPY', null],
  ['1.234', 'KWD', 1234],
  ['1.234', 'USD', null],
  ['1,50', 'USD', null],
  ['-1', 'USD', null],
  ['', 'USD', null],
])('%s of %s is %s in minor units', (text, currency, minor) => {
  expect(minorOf(text, currency)).toBe(minor)
})

test.each([
  ['1.08', '1.188', false],
  ['1.08', '1.1881', true],
  ['1.08', '0.9719', true],
  ['0.000039', '0.000039000001', false],
])('a change from %s to %s is large: %s', (before, after, isLarge) => {
  expect(isLargeUsdRateChange(before, after)).toBe(isLarge)
})
