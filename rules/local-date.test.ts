import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dateStarts, daysBetween, localDate, nextDateStarts } from './local-date.ts'

const at = (iso: string) => Date.parse(iso)
const zones = Intl.supportedValuesOf('timeZone')

test.each([
  ['2026-11-21T23:30:00Z', 'Europe/Berlin', '2026-11-22', '2026-11-22T23:00:00Z'],
  ['2026-11-21T09:59:59Z', 'Pacific/Honolulu', '2026-11-20', '2026-11-21T10:00:00Z'],
  ['2026-11-21T10:00:00Z', 'Pacific/Kiritimati', '2026-11-22', '2026-11-22T10:00:00Z'],
  // A day of 23 hours, and one of 25.
  ['2027-03-27T23:00:00Z', 'Europe/Berlin', '2027-03-28', '2027-03-28T22:00:00Z'],
  ['2026-10-24T22:00:00Z', 'Europe/Berlin', '2026-10-25', '2026-10-25T23:00:00Z'],
  // No midnight: clocks go from 23:59:59 to 01:00.
  ['2027-03-27T20:00:00Z', 'Asia/Beirut', '2027-03-27', '2027-03-27T22:00:00Z'],
  ['2028-02-28T12:00:00Z', 'America/New_York', '2028-02-28', '2028-02-29T05:00:00Z'],
  ['2026-12-31T12:00:00Z', 'Asia/Kathmandu', '2026-12-31', '2026-12-31T18:15:00Z'],
  // Samoa had no 30 December 2011.
  ['2011-12-30T00:00:00Z', 'Pacific/Apia', '2011-12-29', '2011-12-30T10:00:00Z'],
])('at %s in %s it is %s, until %s', (moment, zone, date, until) => {
  expect(localDate(at(moment), zone)).toBe(date)
  expect(new Date(nextDateStarts(at(moment), zone)).toISOString()).toBe(new Date(until).toISOString())
})

test('in every zone the next date begins later, is the first moment of it, and within 50 hours', () => {
  const moments = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2040-01-01T00:00:00Z') })
  fc.assert(
    fc.property(fc.constantFrom(...zones), moments, (zone, moment) => {
      const next = nextDateStarts(moment, zone)
      expect(next).toBeGreaterThan(moment)
      expect(next - moment).toBeLessThanOrEqual(50 * 3_600_000)
      expect(localDate(next - 1, zone)).toBe(localDate(moment, zone))
      expect(localDate(next, zone)).toBe(addDays(localDate(moment, zone), 1))
    }),
    { numRuns: 500 },
  )
})

test('in every zone a date begins where the one before ends, also when that is looked up by its name', () => {
  const moments = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2040-01-01T00:00:00Z') })
  fc.assert(
    fc.property(fc.constantFrom(...zones), moments, (zone, moment) => {
      const tomorrow = addDays(localDate(moment, zone), 1)
      expect(new Date(dateStarts(tomorrow, zone))).toEqual(new Date(nextDateStarts(moment, zone)))
    }),
    { numRuns: 500 },
  )
  // The date that Samoa skipped has no first moment of its own.
  expect(dateStarts('2011-12-30', 'Pacific/Apia')).toBe(dateStarts('2011-12-31', 'Pacific/Apia'))
})

test('days between dates know months, years and leap days', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2027-02-28', 1)).toBe('2027-03-01')
  expect(addDays('2027-01-01', -1)).toBe('2026-12-31')
  expect(daysBetween('2026-12-31', '2028-03-01')).toBe(426)
  expect(daysBetween('2026-11-22', '2026-11-21')).toBe(-1)
})
