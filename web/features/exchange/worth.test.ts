import { describe, expect, it } from 'vitest'
import { aboutDollars, feeText, tierText, worthOf, worthText } from './worth.ts'

const live = { usdToCrels: '10.5', asOf: null, standing: 'live' as const }

describe('what crels are worth, in words', () => {
  it('is after the fee, and says how far to trust the rate', () => {
    expect(worthText(1204, live)).toBe('≈ $111.23 after the fee')
    expect(worthText(1204, { ...live, standing: 'stale' })).toContain('last known rate')
    expect(worthText(1204, { ...live, standing: 'default' })).toContain('standard rate')
  })

  it('is nothing where nothing would arrive', () => {
    expect(worthOf(0, live)).toBeNull()
    expect(worthText(0, live)).toBe('Too little to cash out yet')
  })

  it('forecasts without cents, and nothing where nothing would arrive', () => {
    expect(aboutDollars(318, live)).toBe('$29')
    expect(aboutDollars(0, live)).toBeNull()
    expect(aboutDollars(1_234_567_890, live)).toBe('$116,990,005')
  })

  it('names each tier by its place', () => {
    expect([0, 1, 2].map(tierText)).toEqual(['Under $100', '$100 to under $250', '$250 and more'])
  })

  it('names the tier of a fee', () => {
    expect(feeText(500)).toBe('Fee 5% for amounts under $100')
    expect(feeText(300)).toBe('Fee 3% for amounts under $250')
    expect(feeText(50)).toBe('Fee 0.5% for amounts of $250 or more')
  })
})
