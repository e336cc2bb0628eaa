import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs, utcDate } from './utc-date.ts'
import { splitAtUtcMonths, utcMonth, utcMonthName } from './utc-months.ts'

const split = (from: string, until: string) => {
  const { months, rest } = splitAtUtcMonths({ from: Date.parse(from), until: Date.parse(until) })
  const said = (span: { from: number; until: number }) => `${utcDate(span.from)}/${utcDate(span.until)}`
  return [months.from < months.until ? said(months) : null, ...rest.map(said)]
}

test('a year that begins in a month has eleven whole ones and the days at both ends', () => {
  expect(split('2025-01-10', '2026-01-10')).toEqual([
    '2025-02-01/2026-01-01',
    '2025-01-10/2025-02-01',
    '2026-01-01/2026-01-10',
  ])
  expect(split('2025-01-01', '2025-04-01')).toEqual(['2025-01-01/2025-04-01'])
})

test('days of one month, or of two that are both cut, are days', () => {
  expect(split('2025-01-10', '2025-01-31')).toEqual([null, '2025-01-10/2025-01-31'])
  expect(split('2025-01-10', '2025-02-20')).toEqual([null, '2025-01-10/2025-02-20'])
  expect(split('2025-02-01', '2025-03-01')).toEqual(['2025-02-01/2025-03-01'])
})

test('each day is in one part', () => {
  const day = fc.integer({ min: 0, max: 20_000 }).map((n) => n * dayMs)
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 900 }), (from, length) => {
      const until = from + length * dayMs
      const { months, rest } = splitAtUtcMonths({ from, until })
      const parts = [...(months.from < months.until ? [months] : []), ...rest].toSorted(
        (a, b) => a.from - b.from,
      )
      expect(parts[0]!.from).toBe(from)
      expect(parts.at(-1)!.until).toBe(until)
      parts.slice(1).forEach((part, at) => expect(part.from).toBe(parts[at]!.until))
      if (months.from < months.until)
        for (const at of [months.from, months.until]) expect(utcMonth(at)).toBe(at)
    }),
  )
})

test('months turn in UTC, over the year too', () => {
  const newYear = Date.parse('2026-12-31T23:59:59.999Z')
  expect([utcMonthName(newYear, -1), utcMonthName(newYear), utcMonthName(newYear, 1)]).toEqual([
    '2026-11',
    '2026-12',
    '2027-01',
  ])
  expect(new Date(utcMonth(newYear, 1)).toISOString()).toBe('2027-01-01T00:00:00.000Z')
  expect(utcMonthName(Date.parse('2026-03-31T12:00:00Z'), -1)).toBe('2026-02')
})
