import { describe, expect, it } from 'vitest'
import { readRate, shownRate } from './rate.ts'

describe('the rate', () => {
  it('is read exactly from the number that was sent', () => {
    expect(readRate({ value: 10.5, asOf: '2026-11-21T00:00:00.000Z' })).toEqual({
      usdToCrels: '10.5',
      asOf: '2026-11-21T00:00:00.000Z',
    })
  })

  it.each([[null], [undefined], [{}], [[]], [{ value: '10.5' }], [{ value: 0 }], [{ value: Number.NaN }]])(
    'refuses %j as docs/economy.md says',
    (answer) => expect(() => readRate(answer)).toThrow('Invalid data received'),
  )

  it('is 10.5 until a first success, then the last good one marked stale', () => {
    const good = { usdToCrels: '11.2', asOf: '2026-11-21T00:00:00.000Z' }
    expect(shownRate(undefined, true)).toEqual({ usdToCrels: '10.5', asOf: null, standing: 'default' })
    expect(shownRate(good, false).standing).toBe('live')
    expect(shownRate(good, true)).toEqual({ ...good, standing: 'stale' })
  })
})
