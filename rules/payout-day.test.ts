import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOrderOf, isPossiblePayoutDay, reportedDay } from './payout-day.ts'
import { utcDate } from './utc-date.ts'

test.each([
  ['2026-12-30', '2026-12-30'],
  ['2026-12-30 23:59:01', '2026-12-30'],
  ['2026-12-30T23:59:01Z', '2026-12-30'],
  ['30.12.2026', '2026-12-30'],
  ['1.2.2026', '2026-02-01'],
  ['12/11/2026', null],
  ['12/30/2026', null],
  ['2026-02-30', null],
  ['31.04.2026', null],
  ['2026-12-301', null],
  ['30 Dec 2026', null],
  ['', null],
])('a report’s %s is %s', (text, day) => expect(reportedDay(text)).toBe(day))

test.each([
  [['12/05/2026', '12/30/2026'], 'month first', ['2026-12-05', '2026-12-30']],
  [['05/12/2026 10:00', '30/12/2026'], 'day first', ['2026-12-05', '2026-12-30']],
  [['05/12/2026', ''], null, [null, null]],
  [['30/31/2026'], 'day first', [null]],
])('the days of a report %j are written %s', (texts, order, days) => {
  expect(dayOrderOf(texts)).toBe(order)
  expect(texts.map((text) => reportedDay(text, order as never))).toEqual(days)
})

test('every day is read as it is written', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
      (at) => {
        const day = utcDate(at)
        const [year, month, date] = day.split('-')
        expect([reportedDay(day), reportedDay(`${date}.${month}.${year}`)]).toEqual([day, day])
      },
    ),
  )
})

test('a day lies between the request and now, by a day for other calendars', () => {
  const at = { requestedAt: new Date('2026-12-20T10:00:00Z'), now: new Date('2027-01-03T10:00:00Z') }
  const possible = ['2026-12-18', '2026-12-19', '2026-12-30', '2027-01-04', '2027-01-05'].map((day) =>
    isPossiblePayoutDay(day, at),
  )
  expect(possible).toEqual([false, true, true, true, false])
})
