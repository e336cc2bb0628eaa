import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bucketsOf, INTERVALS, intervalOf } from './analytics-buckets.ts'
import { changeBps, conversionRateBps, milliCrelsPerClick } from './analytics-statistics.ts'
import { daysOf, periodOf, previousPeriod, rangeDates, RANGES, SLOT_MS } from './analytics-period.ts'
import { addDays, localDate } from './local-date.ts'

const at = (iso: string) => Date.parse(iso)
const iso = (ms: number) => new Date(ms).toISOString()
const hours = (from: number, to: number) => (to - from) / 3_600_000

describe('ranges with a name', () => {
  test.each([
    ['today', '2026-11-21', '2026-11-21'],
    ['7d', '2026-11-15', '2026-11-21'],
    ['30d', '2026-10-23', '2026-11-21'],
    ['90d', '2026-08-24', '2026-11-21'],
    ['month', '2026-11-01', '2026-11-21'],
    ['last-month', '2026-10-01', '2026-10-31'],
    ['12m', '2025-11-22', '2026-11-21'],
  ] as const)('%s is from %s to %s', (range, from, to) => {
    expect(rangeDates(range, '2026-11-21')).toEqual({ from, to })
  })

  test('last month is whole, also after a short one and at the turn of the year', () => {
    expect(rangeDates('last-month', '2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
    expect(rangeDates('last-month', '2027-01-01')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  })
})

describe('periods in a zone', () => {
  test.each([
    // A day of 23 hours, one of 25, one of 23.5, and zones whose days begin at no full hour of UTC.
    ['2027-03-28', 'Europe/Berlin', '2027-03-27T23:00:00.000Z', 23],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', 25],
    ['2026-10-04', 'Australia/Lord_Howe', '2026-10-03T13:30:00.000Z', 23.5],
    ['2026-11-21', 'Asia/Kolkata', '2026-11-20T18:30:00.000Z', 24],
    ['2026-11-21', 'Asia/Kathmandu', '2026-11-20T18:15:00.000Z', 24],
  ])('%s in %s begins at %s and has %d hours', (date, zone, startsAt, length) => {
    const period = periodOf({ from: date, to: date }, zone)
    expect(iso(period.startsAt)).toBe(startsAt)
    expect(hours(period.startsAt, period.endsAt)).toBe(length)
    expect(bucketsOf(period, 'hour', zone)).toHaveLength(Math.ceil(length))
  })

  test('compares a past period with as many days before it, at any length', () => {
    const week = periodOf({ from: '2027-03-29', to: '2027-04-04' }, 'Europe/Berlin')
    const before = previousPeriod(week, 'Europe/Berlin', week.endsAt)
    expect(before).toMatchObject({ from: '2027-03-22', to: '2027-03-28', endsAt: week.startsAt })
    expect(hours(before.startsAt, before.endsAt)).toBe(7 * 24 - 1)
  })

  test('a period under way is compared with as much of the days before it', () => {
    const today = periodOf({ from: '2026-11-21', to: '2026-11-21' }, 'Europe/Berlin')
    const before = previousPeriod(today, 'Europe/Berlin', at('2026-11-21T09:20:31Z'))
    expect(iso(before.startsAt)).toBe('2026-11-19T23:00:00.000Z')
    expect(iso(before.endsAt)).toBe('2026-11-20T09:15:00.000Z')
  })

  test('of a period to come nothing has passed', () => {
    const later = periodOf({ from: '2026-12-01', to: '2026-12-03' }, 'UTC')
    const before = previousPeriod(later, 'UTC', at('2026-11-21T09:20:31Z'))
    expect(before.endsAt).toBe(before.startsAt)
  })
})

describe('in every zone', () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  const moments = fc.integer({ min: at('2020-06-01T00:00:00Z'), max: at('2039-01-01T00:00:00Z') })
  const lengths = fc.integer({ min: 1, max: 40 })

  test('the parts of a period begin with it, follow each other, and are where their dates say', () => {
    fc.assert(
      fc.property(zones, moments, lengths, fc.constantFrom(...INTERVALS), (zone, moment, days, interval) => {
        const from = localDate(moment, zone)
        const period = periodOf({ from, to: addDays(from, days - 1) }, zone)
        const buckets = bucketsOf(period, interval, zone)
        expect(buckets[0]).toEqual({ date: from, startsAt: period.startsAt })
        for (const [index, bucket] of buckets.entries()) {
          const end = buckets[index + 1]?.startsAt ?? period.endsAt
          expect(end).toBeGreaterThan(bucket.startsAt)
          expect(localDate(bucket.startsAt, zone)).toBe(bucket.date)
          // Slots never lie across a border.
          expect(bucket.startsAt % SLOT_MS).toBe(0)
          if (interval === 'hour') expect(end - bucket.startsAt).toBeLessThanOrEqual(3_600_000)
          if (interval === 'day') expect(localDate(end - 1, zone)).toBe(bucket.date)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('what comes before a period ends where it begins, and is never longer than what has passed', () => {
    fc.assert(
      fc.property(zones, moments, lengths, moments, (zone, moment, days, now) => {
        const from = localDate(moment, zone)
        const period = periodOf({ from, to: addDays(from, days - 1) }, zone)
        const before = previousPeriod(period, zone, now)
        expect(daysOf(before)).toBe(days)
        expect(before.startsAt).toBeLessThan(period.startsAt)
        expect(before.endsAt).toBeLessThanOrEqual(period.startsAt)
        if (now >= period.endsAt) expect(before.endsAt).toBe(period.startsAt)
        else expect(before.endsAt - before.startsAt).toBeLessThanOrEqual(Math.max(0, now - period.startsAt))
      }),
      { numRuns: 300 },
    )
  })

  test('a default division has at most a hundred parts', () => {
    for (const range of RANGES) {
      const dates = rangeDates(range, '2028-03-31')
      const parts = bucketsOf(dates, intervalOf(dates), 'UTC').length
      expect(parts).toBeGreaterThanOrEqual(7)
      expect(parts).toBeLessThanOrEqual(100)
    }
  })
})

test('weeks begin on Mondays and months on the first; the period cuts both', () => {
  const dates = { from: '2026-10-30', to: '2026-11-10' }
  const begin = (interval: 'week' | 'month') => bucketsOf(dates, interval, 'UTC').map(({ date }) => date)
  expect(begin('week')).toEqual(['2026-10-30', '2026-11-02', '2026-11-09'])
  expect(begin('month')).toEqual(['2026-10-30', '2026-11-01'])
})

test('a date that the place skipped is no part', () => {
  const dates = { from: '2011-12-29', to: '2011-12-31' }
  expect(bucketsOf(dates, 'day', 'Pacific/Apia').map(({ date }) => date)).toEqual([
    '2011-12-29',
    '2011-12-31',
  ])
})

test('changes, rates and crels for a click are whole and round away from zero; nothing is divided by nothing', () => {
  expect(changeBps(12, 10)).toBe(2_000)
  expect(changeBps(0, 3)).toBe(-10_000)
  expect(changeBps(5, 0)).toBeNull()
  expect(Object.is(changeBps(7, 7), 0)).toBe(true)
  expect(changeBps(1, 3)).toBe(-6_667)
  expect(changeBps(80_001, 80_000)).toBe(0)
  expect(changeBps(40_002, 40_000)).toBe(1)
  expect(changeBps(39_998, 40_000)).toBe(-1)
  expect(conversionRateBps(1, 3)).toBe(3_333)
  expect(conversionRateBps(2, 0)).toBeNull()
  expect(milliCrelsPerClick(2, 3)).toBe(667)
  expect(milliCrelsPerClick(2, 0)).toBeNull()
})
