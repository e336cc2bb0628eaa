import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterCheckIn,
  checkInOutcome,
  checkInPoints,
  dateEndsAt,
  freezesLeft,
  nextCheckInAt,
  periodAt,
  streakBefore,
  type Streak,
  datesLeftIn,
  datesToTakeIn,
  nextDateToTake,
} from './check-in.ts'
import { defaultEconomy } from './economy.ts'
import { addDays, localDate } from './local-date.ts'
import { changeZone, type AskedZone } from './time-zone-change.ts'

const settings = defaultEconomy.checkIn
const at = (iso: string) => Date.parse(iso)
const iso = (moment: number) => new Date(moment).toISOString()
const hour = 3_600_000
const fresh = (...zones: AskedZone[]): Streak => ({
  zones,
  last: null,
  days: 0,
  boughtFreezes: 0,
  monthlyUsed: {},
})
const zone = (name: string, from = 0, askedAt: number | null = null): AskedZone => ({
  zone: name,
  startsAt: from,
  askedAt,
})
const berlin = (last: string, days: number, more: Partial<Streak> = {}): Streak => ({
  ...fresh(zone('Europe/Berlin')),
  last: { date: localDate(at(last), 'Europe/Berlin'), at: at(last) },
  days,
  ...more,
})

/** The streak after a check-in at a moment. */
function taken(streak: Streak, now: number): Streak {
  const outcome = checkInOutcome(streak, now, settings)
  if (outcome.refusal) throw new Error(outcome.refusal)
  return afterCheckIn(streak, outcome, now)
}

const movedTo = (zones: readonly AskedZone[], streak: Streak): Streak => ({ ...streak, zones })

test.each([
  [1, 10, 0],
  [2, 15, 0],
  [6, 35, 0],
  [7, 40, 50],
  [8, 40, 0],
  [14, 40, 50],
  [365, 40, 0],
  [700, 40, 50],
])('day %i of a streak pays %i points and a bonus of %i', (days, points, bonusPoints) => {
  expect(checkInPoints(days, settings)).toEqual({ points, bonusPoints })
})

describe('a date', () => {
  test('is taken once; the next begins at midnight where the member is', () => {
    const streak = taken(fresh(zone('America/New_York')), at('2026-11-21T20:00:00Z'))
    expect(streak.last!.date).toBe('2026-11-21')
    const again = checkInOutcome(streak, at('2026-11-22T04:59:59Z'), settings)
    expect(again).toEqual({ refusal: 'taken', nextAt: at('2026-11-22T05:00:00Z') })
    expect(checkInOutcome(streak, at('2026-11-22T05:00:00Z'), settings)).toMatchObject({
      date: '2026-11-22',
      days: 2,
      points: 15,
    })
  })

  test('follows the date before over leap day and year end', () => {
    for (const [last, now] of [
      ['2028-02-28T12:00:00Z', '2028-02-29T12:00:00Z'],
      ['2028-02-29T12:00:00Z', '2028-03-01T12:00:00Z'],
      ['2026-12-31T12:00:00Z', '2027-01-01T12:00:00Z'],
    ] as const)
      expect(checkInOutcome(berlin(last, 4), at(now), settings)).toMatchObject({ days: 5, freezes: [] })
  })
})

describe('a missed date', () => {
  const now = at('2026-11-23T12:00:00Z')
  const before = '2026-11-21T12:00:00Z'

  test('is covered by the month’s freeze, which pays nothing and counts for nothing', () => {
    expect(checkInOutcome(berlin(before, 6), now, settings)).toMatchObject({
      days: 7,
      points: 40,
      bonusPoints: 50,
      freezes: [{ date: '2026-11-22', kind: 'monthly' }],
    })
  })

  test('then by a bought one; without any the streak begins again at 1', () => {
    const used = { monthlyUsed: { '2026-11': 1 } }
    expect(checkInOutcome(berlin(before, 6, { ...used, boughtFreezes: 1 }), now, settings)).toMatchObject({
      days: 7,
      freezes: [{ date: '2026-11-22', kind: 'bought' }],
    })
    expect(checkInOutcome(berlin(before, 6, used), now, settings)).toMatchObject({
      days: 1,
      points: 10,
      freezes: [],
    })
  })

  test('more of them than freezes use none', () => {
    const three = at('2026-11-25T12:00:00Z')
    expect(checkInOutcome(berlin(before, 6, { boughtFreezes: 1 }), three, settings)).toMatchObject({
      days: 1,
      freezes: [],
    })
    expect(checkInOutcome(berlin(before, 6, { boughtFreezes: 2 }), three, settings)).toMatchObject({
      days: 7,
      freezes: [{ kind: 'monthly' }, { kind: 'bought' }, { kind: 'bought' }],
    })
  })

  test('uses the freeze of its own month: it does not carry over', () => {
    const over = at('2026-12-02T12:00:00Z')
    expect(checkInOutcome(berlin('2026-11-29T12:00:00Z', 6), over, settings).refusal).toBeUndefined()
    expect(streakBefore(berlin('2026-11-29T12:00:00Z', 6), over, settings)).toEqual({
      days: 6,
      freezes: [
        { date: '2026-11-30', kind: 'monthly' },
        { date: '2026-12-01', kind: 'monthly' },
      ],
    })
    const used = berlin('2026-11-28T12:00:00Z', 6, { monthlyUsed: { '2026-11': 0 } })
    expect(streakBefore(used, at('2026-12-01T12:00:00Z'), settings).days).toBe(0)
    expect(freezesLeft(used, '2026-12-01', settings)).toEqual({ monthly: 1, bought: 0 })
  })

  test('years of them are as quick as one', () => {
    expect(streakBefore(berlin('2001-01-01T12:00:00Z', 6), now, settings)).toEqual({ days: 0, freezes: [] })
  })
})

describe('another time zone', () => {
  const change = (streak: Streak, to: string, now: number): Streak => {
    const changed = changeZone(streak.zones as AskedZone[], to, now, settings)
    if (!('zones' in changed)) throw new Error('too soon')
    return { ...streak, zones: changed.zones }
  }

  test('begins at the old zone’s next midnight', () => {
    const moved = change(fresh(zone('Europe/Berlin')), 'Asia/Tokyo', at('2026-11-21T12:00:00Z'))
    expect(
      localDate(at('2026-11-21T22:59:59Z'), periodAt(moved.zones, at('2026-11-21T22:59:59Z')).zone),
    ).toBe('2026-11-21')
    expect(periodAt(moved.zones, at('2026-11-21T23:00:00Z')).zone).toBe('Asia/Tokyo')
  })

  test('is asked for at most once in 30 days; one that has not begun is replaced or taken back', () => {
    const now = at('2026-11-21T12:00:00Z')
    const zones = [zone('Europe/Berlin')]
    const asked = changeZone(zones, 'Asia/Tokyo', now, settings) as { zones: AskedZone[] }
    expect(changeZone(asked.zones, 'Europe/Berlin', now + hour, settings)).toEqual({ zones })
    expect(changeZone(asked.zones, 'Asia/Seoul', now + hour, settings)).toMatchObject({
      zones: [{ zone: 'Europe/Berlin' }, { zone: 'Asia/Seoul', askedAt: now + hour }],
    })
    const later = now + 29 * 24 * hour
    expect(changeZone(asked.zones, 'asia/tokyo', later, settings)).toEqual(asked)
    expect(changeZone(asked.zones, 'Europe/Berlin', later, settings)).toEqual({
      tooSoonUntil: now + 30 * 24 * hour,
    })
    expect(changeZone(asked.zones, 'Europe/Berlin', now + 30 * 24 * hour, settings)).toHaveProperty('zones')
  })

  test('the first one is no change: it is so from the beginning', () => {
    expect(changeZone([], 'Asia/Tokyo', at('2026-11-21T12:00:00Z'), settings)).toEqual({
      zones: [zone('Asia/Tokyo')],
    })
  })

  test('to the west: the date that comes again is taken already', () => {
    const streak = taken(fresh(zone('Pacific/Auckland')), at('2026-11-21T08:00:00Z'))
    const moved = change(streak, 'Pacific/Honolulu', at('2026-11-21T09:00:00Z'))
    // Midnight of the 22nd in Auckland is one o'clock of the 21st in Honolulu.
    expect(iso(moved.zones[1]!.startsAt)).toBe('2026-11-21T11:00:00.000Z')
    expect(checkInOutcome(moved, at('2026-11-22T09:59:59Z'), settings)).toEqual({
      refusal: 'taken',
      nextAt: at('2026-11-22T10:00:00Z'),
    })
    expect(checkInOutcome(moved, at('2026-11-22T10:00:00Z'), settings)).toMatchObject({
      date: '2026-11-22',
      days: 2,
      freezes: [],
    })
  })

  test('to the east: a skipped date neither breaks nor extends', () => {
    const streak = taken(fresh(zone('Pacific/Honolulu')), at('2026-11-20T20:00:00Z'))
    const moved = change(streak, 'Pacific/Kiritimati', at('2026-11-20T21:00:00Z'))
    // Midnight of the 21st in Honolulu is midnight of the 22nd on Kiritimati: the 21st did not happen there.
    expect(checkInOutcome(moved, at('2026-11-21T12:00:00Z'), settings)).toMatchObject({
      date: '2026-11-22',
      days: 2,
      freezes: [],
    })
  })

  test('the first check-in in it is 12 hours after the last one', () => {
    const streak = taken(fresh(zone('Europe/Berlin')), at('2026-11-21T22:00:00Z'))
    const moved = change(streak, 'Asia/Tokyo', at('2026-11-21T22:30:00Z'))
    expect(checkInOutcome(moved, at('2026-11-21T23:30:00Z'), settings)).toEqual({
      refusal: 'too_soon',
      nextAt: at('2026-11-22T10:00:00Z'),
    })
    expect(checkInOutcome(moved, at('2026-11-22T10:00:00Z'), settings)).toMatchObject({
      date: '2026-11-22',
      days: 2,
    })
  })

  test('a date on which those hours left no time is not missed', () => {
    // Midnight of the 21st in Honolulu is 23:00 of the 21st in Auckland; the 12 hours end on the 22nd there.
    const streak = taken(fresh(zone('Pacific/Honolulu')), at('2026-11-21T09:30:00Z'))
    const moved = change(streak, 'Pacific/Auckland', at('2026-11-21T09:40:00Z'))
    expect(checkInOutcome(moved, at('2026-11-21T10:30:00Z'), settings)).toEqual({
      refusal: 'too_soon',
      nextAt: at('2026-11-21T21:30:00Z'),
    })
    expect(checkInOutcome(moved, at('2026-11-21T21:30:00Z'), settings)).toMatchObject({
      date: '2026-11-22',
      days: 2,
      freezes: [],
    })
  })
})

const zones = Intl.supportedValuesOf('timeZone')

test('in every zone one check-in a date keeps the streak: over leap day, year end and every change of the clocks', () => {
  for (const name of zones)
    for (const day of ['2028-02-28', '2027-12-30', ...clockChanges(name, 2027)]) {
      let streak = fresh(zone(name))
      let now = at(`${day}T00:00:00Z`) - 24 * hour
      for (let count = 1; count <= 4; count += 1) {
        const date = streak.last?.date
        now = nextCheckInAt(streak, now, settings)
        // The last second of it counts as well.
        if (count % 2 === 0) now = dateEndsAt(streak.zones, now) - 1_000
        streak = taken(streak, now)
        if (date) expect({ name, date: streak.last!.date }).toEqual({ name, date: addDays(date, 1) })
        expect({ name, now: iso(now), days: streak.days }).toEqual({ name, now: iso(now), days: count })
      }
    }
})

type Step = { afterMs: number; move: string | null; jump: boolean }
const steps = fc.array(
  fc.record<Step>({
    afterMs: fc.integer({ min: 0, max: 60 * hour }),
    move: fc.option(fc.constantFrom(...zones), { freq: 3 }),
    jump: fc.boolean(),
  }),
  { maxLength: 40 },
)

test('a member who changes zones at will takes each date once, and the streak matches the calendar', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z') }),
      steps,
      (home, start, journey) => {
        let streak = fresh(zone(home))
        let now = start
        const dates: string[] = []
        for (const { afterMs, move, jump } of journey) {
          now += afterMs
          const changed = move && changeZone(streak.zones as AskedZone[], move, now, settings)
          if (changed && 'zones' in changed) streak = movedTo(changed.zones, streak)
          const outcome = checkInOutcome(streak, now, settings)
          if (outcome.refusal) {
            // What it says is the first moment at which it can be had.
            expect(outcome.nextAt).toBeGreaterThan(now)
            expect(checkInOutcome(streak, outcome.nextAt - 1, settings).refusal).toBeDefined()
            if (!jump) continue
            now = outcome.nextAt
          }
          const expected = streakByMinutes(streak, now)
          const before = streak
          streak = taken(streak, now)
          expect(streak.days).toBe(expected)
          expect(dates.every((date) => date < streak.last!.date)).toBe(true)
          dates.push(streak.last!.date)
          if (before.last && periodAt(streak.zones, now).startsAt > before.last.at)
            expect(now - before.last.at).toBeGreaterThanOrEqual(12 * hour)
        }
        // Over the whole journey travelling gains at most a date for each change of the zone.
        const lived = Math.ceil((now - start) / (24 * hour)) + 1
        expect(dates.length).toBeLessThanOrEqual(lived + streak.zones.length)
      },
    ),
    { numRuns: 150 },
  )
})

/** The streak a check-in makes, found by looking at the member's clock every ten minutes since the last. */
function streakByMinutes(
  { zones: periods, last, days, boughtFreezes, monthlyUsed }: Streak,
  now: number,
): number {
  if (!last) return 1
  const today = localDate(now, periodAt(periods, now).zone)
  const missed = new Set<string>()
  if (now - last.at > 40 * 24 * hour) return 1
  // A date may be open for less than ten minutes: from the end of the wait, or from where a zone begins.
  const looks = [last.at + settings.zoneChangeHours * hour, ...periods.map(({ startsAt }) => startsAt)]
  for (let moment = Math.ceil(last.at / 600_000) * 600_000; moment < now; moment += 600_000)
    looks.push(moment)
  for (const moment of looks.filter((look) => look > last.at && look < now)) {
    const period = periodAt(periods, moment)
    const waits = period.startsAt > last.at && moment < last.at + settings.zoneChangeHours * hour
    const date = localDate(moment, period.zone)
    if (!waits && date > last.date && date < today) missed.add(date)
  }
  const months = [...missed].map((date) => date.slice(0, 7))
  const free = [...new Set(months)].map((month) => {
    const left = settings.monthlyFreezes - (monthlyUsed[month] ?? 0)
    return Math.min(left, months.filter((one) => one === month).length)
  })
  const covered = free.reduce((sum, count) => sum + count, boughtFreezes)
  return missed.size <= covered ? days + 1 : 1
}

/** The days of a year on which the clocks of a zone change. */
function clockChanges(name: string, year: number): string[] {
  const time = new Intl.DateTimeFormat('en', {
    timeZone: name,
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  })
  const noons = Array.from({ length: 366 }, (_, day) => Date.UTC(year, 0, 1 + day, 12))
  return noons
    .filter((noon, day) => day > 0 && time.format(noon) !== time.format(noons[day - 1]))
    .map((noon) => iso(noon).slice(0, 10))
}

test.each([
  ['2026-11-27T12:00:00Z', 'UTC', null, '2026-11', 4],
  ['2026-11-27T12:00:00Z', 'UTC', '2026-11-27', '2026-11', 3],
  ['2026-11-30T23:30:00Z', 'Europe/Berlin', null, '2026-11', 0],
  ['2026-12-01T03:00:00Z', 'America/New_York', null, '2026-12', 31],
  ['2028-02-01T00:00:00Z', 'UTC', null, '2028-02', 29],
])('at %s in %s, with %s taken last, so many dates of %s are left: %i', (at, zone, date, month, left) => {
  const now = Date.parse(at)
  const last = date === null ? null : { date, at: now - 1 }
  expect(datesLeftIn(month, nextDateToTake({ zones: [{ zone, startsAt: 0 }], last, now }))).toBe(left)
})

describe('what is left of November', () => {
  const leftAt = (moment: string, streak: Streak) => datesToTakeIn('2026-11', streak, at(moment), settings)
  const takenIn = (name: string, last: string, more: Partial<Streak> = {}): Streak => ({
    ...fresh(zone(name)),
    last: { date: localDate(at(last), name), at: at(last) },
    days: 1,
    ...more,
  })

  test.each([
    ['America/Los_Angeles', '2026-12-01T08:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-12-01T11:00:00.000Z'],
  ])('is its last date in %s while December runs in UTC, until %s', (name, endsAt) => {
    const { count, endsAt: end } = leftAt('2026-12-01T00:30:00Z', takenIn(name, '2026-11-29T20:00:00Z'))
    expect([count, end && iso(end)]).toEqual([1, endsAt])
  })

  test('is none once it is taken, or over, or before it begins in the east', () => {
    const none = { count: 0, endsAt: null }
    const angeles = 'America/Los_Angeles'
    expect(leftAt('2026-12-01T00:30:00Z', takenIn(angeles, '2026-12-01T00:10:00Z'))).toEqual(none)
    expect(leftAt('2026-12-01T08:00:00Z', takenIn(angeles, '2026-11-29T20:00:00Z'))).toEqual(none)
    expect(leftAt('2026-12-01T00:00:00Z', fresh(zone('Europe/Berlin')))).toEqual(none)
  })

  test('is none where a change of the zone leaves it no time', () => {
    const moved = [zone('Asia/Tokyo'), zone('America/Los_Angeles', at('2026-11-30T15:00:00Z'))]
    const last = (moment: string) => takenIn('Asia/Tokyo', moment, { zones: moved })
    // The 29th in Tokyo, at 23:00: twelve hours later it is the 29th in Los Angeles, and the 30th is to come.
    expect(leftAt('2026-12-01T00:30:00Z', last('2026-11-29T14:00:00Z'))).toMatchObject({ count: 1 })
    // The 30th in Tokyo: it is never taken twice.
    expect(leftAt('2026-12-01T00:30:00Z', last('2026-11-30T14:00:00Z'))).toMatchObject({ count: 0 })
  })
})
