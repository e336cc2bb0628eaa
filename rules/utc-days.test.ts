import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitAtUtcDays } from './utc-days.ts'

const at = (iso: string) => Date.parse(iso)
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16)
const split = (starts: string[], until: string) => {
  const { days, rest } = splitAtUtcDays(starts.map(at), at(until))
  return {
    days: `${iso(days.from)} ${iso(days.until)}`,
    cut: days.cut.map(iso),
    rest: rest.map(({ from, until: end }) => `${iso(from)} ${iso(end)}`),
  }
}

test('days of UTC are whole, and nothing is left', () => {
  expect(split(['2026-11-01T00:00Z', '2026-11-02T00:00Z'], '2026-11-08T00:00Z')).toEqual({
    days: '2026-11-01T00:00 2026-11-08T00:00',
    cut: [],
    rest: [],
  })
})

test('a period of another zone is whole days and its ends, cut again where its parts meet', () => {
  expect(split(['2026-11-01T18:30Z', '2026-11-04T18:30Z'], '2026-11-07T18:30Z')).toEqual({
    days: '2026-11-02T00:00 2026-11-07T00:00',
    cut: ['2026-11-04T00:00'],
    rest: [
      '2026-11-01T18:30 2026-11-02T00:00',
      '2026-11-04T00:00 2026-11-05T00:00',
      '2026-11-07T00:00 2026-11-07T18:30',
    ],
  })
})

test('hours, and days of another zone, have no whole day: the rest is all of it, in one span', () => {
  const days = ['2026-11-01T23:00Z', '2026-11-02T23:00Z', '2026-11-03T23:00Z']
  expect(split(days, '2026-11-04T23:00Z').rest).toEqual(['2026-11-01T23:00 2026-11-04T23:00'])
  expect(split(['2026-11-01T09:00Z'], '2026-11-01T10:00Z').rest).toEqual([
    '2026-11-01T09:00 2026-11-01T10:00',
  ])
})

test('each quarter of an hour is in a whole day or in the rest, once, and no whole day in two parts', () => {
  const quarter = 900_000
  const moments = fc.uniqueArray(fc.integer({ min: -300, max: 1_200 }), { minLength: 2, maxLength: 8 })
  fc.assert(
    fc.property(moments, (chosen) => {
      const bounds = chosen.toSorted((a, b) => a - b).map((n) => n * quarter)
      const [starts, until] = [bounds.slice(0, -1), bounds.at(-1)!]
      const { days, rest } = splitAtUtcDays(starts, until)
      const spans = [...rest]
      for (let day = days.from; day < days.until; day += 86_400_000) {
        if (days.cut.includes(day)) continue
        spans.push({ from: day, until: day + 86_400_000 })
        expect(bounds.some((bound) => bound > day && bound < day + 86_400_000)).toBe(false)
      }
      const covered = spans.flatMap((span) =>
        Array.from({ length: (span.until - span.from) / quarter }, (_, n) => span.from + n * quarter),
      )
      const all = Array.from({ length: (until - starts[0]!) / quarter }, (_, n) => starts[0]! + n * quarter)
      expect(covered.toSorted((a, b) => a - b)).toEqual(all)
    }),
    { numRuns: 500 },
  )
})
