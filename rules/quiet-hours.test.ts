import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localDate, localHour } from './local-date.ts'
import { nextDigest, nextQuietHours, quietHoursEnd } from './quiet-hours.ts'

const at = (time: string) => Date.parse(time)
const iso = (time: number) => new Date(time).toISOString()

describe('quiet hours', () => {
  test.each([
    ['2026-11-23T21:59:59Z', 'UTC', '2026-11-23T21:59:59.000Z'],
    ['2026-11-23T22:00:00Z', 'UTC', '2026-11-24T08:00:00.000Z'],
    ['2026-11-24T07:59:00Z', 'UTC', '2026-11-24T08:00:00.000Z'],
    ['2026-11-24T08:00:00Z', 'UTC', '2026-11-24T08:00:00.000Z'],
    ['2026-11-23T23:00:00Z', 'Asia/Kathmandu', '2026-11-24T02:15:00.000Z'],
    // The night in which the clock goes on from 2 to 3.
    ['2027-03-27T22:00:00Z', 'Europe/Berlin', '2027-03-28T06:00:00.000Z'],
  ])('%s in %s: may ring at %s', (now, zone, end) => {
    expect(iso(quietHoursEnd(at(now), zone))).toBe(end)
  })

  test.each([
    ['2026-11-23T12:10:00Z', 'UTC', '2026-11-23T22:00:00.000Z', '2026-11-24T08:00:00.000Z'],
    ['2026-11-23T23:10:00Z', 'UTC', '2026-11-23T23:10:00.000Z', '2026-11-24T08:00:00.000Z'],
    ['2026-11-24T08:00:00Z', 'Asia/Kathmandu', '2026-11-24T16:15:00.000Z', '2026-11-25T02:15:00.000Z'],
  ])('%s in %s: next from %s until %s', (now, zone, from, until) => {
    const next = nextQuietHours(at(now), zone)!
    expect([iso(next.from), iso(next.until)]).toEqual([from, until])
  })

  test('are the member’s own, within a day, or none', () => {
    const now = at('2026-11-23T12:30:00Z')
    expect(iso(quietHoursEnd(now, 'UTC', { from: 12, until: 14 }))).toBe('2026-11-23T14:00:00.000Z')
    expect(quietHoursEnd(now, 'UTC', { from: 0, until: 0 })).toBe(now)
    expect(nextQuietHours(now, 'UTC', { from: 0, until: 0 })).toBeNull()
  })
})

test('the mails of a day come at eight in the morning', () => {
  expect(iso(nextDigest(at('2026-11-23T07:59:59Z'), 'UTC'))).toBe('2026-11-23T08:00:00.000Z')
  expect(iso(nextDigest(at('2026-11-23T08:00:00Z'), 'UTC'))).toBe('2026-11-24T08:00:00.000Z')
  expect(iso(nextDigest(at('2026-11-23T23:30:00Z'), 'Pacific/Auckland'))).toBe('2026-11-24T19:00:00.000Z')
})

test('in every zone: a later morning, within two days, at eight', () => {
  const zones = fc.constantFrom(
    'UTC',
    'America/St_Johns',
    'Asia/Kathmandu',
    'Pacific/Apia',
    'Australia/Lord_Howe',
  )
  const moments = fc.integer({ min: at('2011-12-20T00:00:00Z'), max: at('2027-12-31T00:00:00Z') })
  fc.assert(
    fc.property(moments, zones, (now, zone) => {
      const next = nextDigest(now, zone)
      expect(next).toBeGreaterThan(now)
      expect(next - now).toBeLessThanOrEqual(49 * 3_600_000)
      expect([localHour(next, zone), localHour(next - 1, zone)]).toEqual([8, 7])
      expect(localDate(next, zone) >= localDate(now, zone)).toBe(true)
    }),
    { numRuns: 50 },
  )
})
