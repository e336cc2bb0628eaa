import { describe, expect, it } from 'vitest'
import vectors from '#testing/vectors/exchange.json' with { type: 'json' }
import {
  dollarsText,
  otherText,
  readCrels,
  readUsdCents,
  computeExchange,
  withinLimits,
} from './typed-amount.ts'

describe('what is typed', () => {
  it.each([
    ['1103', 1103],
    ['1 103', 1103],
    ['1\u202f103', 1103],
    ['1,103', 1103],
    ['1.103', 1103],
    ['0', null],
    ['-5', null],
    ['1.5', null],
    ['', null],
    ['99999999999999999', null],
    ['9007199254740993', null],
  ])('%j is %j crels', (text, crels) => expect(readCrels(text)).toBe(crels))

  it.each([
    ['99.99', 99_99],
    ['99,99', 99_99],
    ['$1,000', 1000_00],
    ['1.204,50', 1204_50],
    ['1.204', 1204_00],
    ['1 000.5', 1000_50],
    ['20', 20_00],
    ['20.', 20_00],
    ['0.001', null],
    ['0', null],
    ['abc', null],
  ])('%j is %j cents', (text, cents) => expect(readUsdCents(text)).toBe(cents))
})

describe('the calculator', () => {
  it('meets the shared table in both directions', () => {
    for (const row of vectors.price) {
      const computed = computeExchange({ direction: 'usd', text: dollarsText(row.usdCents) }, row.rate)
      expect(computed?.price).toMatchObject({ crels: row.total, feeBps: row.feeBps })
    }
    for (const row of vectors.convert) {
      const computed = computeExchange({ direction: 'crels', text: String(row.crels) }, row.rate)
      if (row.netUsdCents === 0) expect(computed).toBeNull()
      else expect(computed?.price).toMatchObject({ usdCents: row.netUsdCents, feeBps: row.feeBps })
    }
  })

  it('points out that a little more costs less, and that the other direction pays more', () => {
    const dollars = computeExchange({ direction: 'usd', text: '99.99' }, '10.5')!
    expect([dollars.price.crels, dollars.cheaper]).toMatchObject([1103, { usdCents: 100_00, crels: 1082 }])
    expect(computeExchange({ direction: 'usd', text: '247.62' }, '10.5')!.better).toEqual({
      direction: 'crels',
      crels: 2680,
      usdCents: 253_96,
    })
  })

  it('offers nothing that is below the minimum or beyond the balance', () => {
    const dollars = computeExchange({ direction: 'usd', text: '99.99' }, '10.5')!
    expect(withinLimits(dollars, { available: 1082, usdCentsMin: 20_00 }).cheaper?.crels).toBe(1082)
    expect(withinLimits(dollars, { available: 1081, usdCentsMin: 20_00 }).cheaper).toBeUndefined()
    const crels = computeExchange({ direction: 'usd', text: '247.62' }, '10.5')!
    expect(withinLimits(crels, { available: 2680 }).better?.crels).toBe(2680)
    expect(withinLimits(crels, { available: 2679 }).better).toBeUndefined()
    const small = computeExchange({ direction: 'usd', text: '9.99' }, '10.5')!
    expect(small.better?.usdCents).toBeLessThan(20_00)
    expect(withinLimits(small, { usdCentsMin: 20_00 }).better).toBeUndefined()
    expect(withinLimits(small, {})).toEqual(small)
  })

  it('fills the other field', () => {
    const typed = { direction: 'usd', text: '99.99' } as const
    expect(otherText(typed, computeExchange(typed, '10.5'))).toBe('1103')
    expect(otherText({ direction: 'crels', text: '' }, null)).toBe('')
  })

  it('is silent about what cannot be computed', () => {
    expect(computeExchange({ direction: 'usd', text: '90000000000000' }, '999999999')).toBeNull()
    expect(computeExchange({ direction: 'crels', text: '1' }, '999999999')).toBeNull()
  })
})
