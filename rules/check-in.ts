import type { Economy } from './economy.ts'
import { addDays, daysBetween, localDate, nextDateStarts } from './local-date.ts'

/**
 * The daily check-in: which date it is for a member, whether it may be taken, what the streak is then and what it
 * pays (docs/economy.md, Points and Streaks). Moments are milliseconds since 1970, dates `YYYY-MM-DD` where the
 * member is. A date is never taken twice; one that a change of the time zone skipped neither breaks a streak nor
 * extends it.
 */

/** A time zone from a moment on, until the next one begins. The first begins at 0. */
export type ZonePeriod = { zone: string; startsAt: number }

export type FreezeKind = 'monthly' | 'bought'

/** What is known of a member's streak. */
export type Streak = {
  /** In order; the first begins at 0. */
  zones: readonly ZonePeriod[]
  last: { date: string; at: number } | null
  /** The streak as it was at the last check-in. */
  days: number
  boughtFreezes: number
  /** How many dates the monthly freeze covered, by month (`YYYY-MM`). */
  monthlyUsed: Readonly<Record<string, number>>
}

type Settings = Economy['checkIn']

/** A check-in that may be taken now. */
export type OpenCheckIn = {
  date: string
  /** The streak with it. */
  days: number
  points: number
  bonusPoints: number
  /** The missed dates that freezes cover. */
  freezes: readonly { date: string; kind: FreezeKind }[]
}

/** The check-in a member may take now, or why there is none: today is taken, or the last is too recent. */
export type CheckInOutcome =
  | ({ refusal?: undefined } & OpenCheckIn)
  | { refusal: 'taken' | 'too_soon'; nextAt: number }

/** What a check-in at this moment is. */
export function checkInOutcome(streak: Streak, now: number, settings: Settings): CheckInOutcome {
  const nextAt = nextCheckInAt(streak, now, settings)
  const date = localDate(now, periodAt(streak.zones, now).zone)
  if (nextAt > now) return { refusal: isTaken(streak, date) ? 'taken' : 'too_soon', nextAt }
  const { freezes, days } = streakBefore(streak, now, settings)
  const paid = checkInPoints(days + 1, settings)
  return { date, days: days + 1, freezes, ...paid }
}

/** What is known of the streak after a check-in was taken at a moment. */
export function afterCheckIn(streak: Streak, { date, days, freezes }: OpenCheckIn, at: number): Streak {
  const monthlyUsed = { ...streak.monthlyUsed }
  for (const freeze of freezes)
    if (freeze.kind === 'monthly')
      monthlyUsed[monthOf(freeze.date)] = (monthlyUsed[monthOf(freeze.date)] ?? 0) + 1
  const bought = freezes.filter(({ kind }) => kind === 'bought').length
  const boughtFreezes = streak.boughtFreezes - bought
  return { ...streak, last: { date, at }, days, boughtFreezes, monthlyUsed }
}

/** What the check-in that makes a streak so many days long pays. */
export function checkInPoints(
  days: number,
  { basePoints, stepPoints, stepsMax, bonusPoints, bonusEveryDays }: Settings,
): { points: number; bonusPoints: number } {
  return {
    points: basePoints + stepPoints * Math.min(days - 1, stepsMax),
    bonusPoints: days % bonusEveryDays === 0 ? bonusPoints : 0,
  }
}

/** The first moment, now or later, at which a check-in may be taken. */
export function nextCheckInAt({ zones, last }: Streak, now: number, settings: Settings): number {
  let at = now
  for (;;) {
    const period = periodAt(zones, at)
    const from = earliestIn(period, last, settings)
    if (at < from) at = from
    else if (last && localDate(at, period.zone) <= last.date) at = dateEndsAt(zones, at)
    else return at
  }
}

/**
 * The streak that a check-in now would continue: its days, 0 when it is broken, and the missed dates that freezes
 * would cover. A gap longer than the freezes uses none.
 */
export function streakBefore(
  streak: Streak,
  now: number,
  settings: Settings,
): { days: number; freezes: OpenCheckIn['freezes'] } {
  if (!streak.last) return { days: 0, freezes: [] }
  const freezes = coverOf(streak, missedDates(streak, now, settings), settings)
  return freezes ? { days: streak.days, freezes } : { days: 0, freezes: [] }
}

/** Freezes a member has on a date: those of its month, and bought ones. */
export function freezesLeft(
  { monthlyUsed, boughtFreezes }: Pick<Streak, 'monthlyUsed' | 'boughtFreezes'>,
  date: string,
  { monthlyFreezes }: Settings,
): { monthly: number; bought: number } {
  return {
    monthly: Math.max(0, monthlyFreezes - (monthlyUsed[monthOf(date)] ?? 0)),
    bought: boughtFreezes,
  }
}

/** When the date at a moment ends for the member: by its midnight, or by another zone that begins. */
export function dateEndsAt(zones: readonly ZonePeriod[], at: number): number {
  const next = zones.find(({ startsAt }) => startsAt > at)?.startsAt ?? Infinity
  return Math.min(nextDateStarts(at, periodAt(zones, at).zone), next)
}

/** The zone in force at a moment. */
export function periodAt(zones: readonly ZonePeriod[], at: number): ZonePeriod {
  return zones.findLast(({ startsAt }) => startsAt <= at) ?? zones[0]!
}

/** The month of a date, `YYYY-MM`. */
export function monthOf(date: string): string {
  return date.slice(0, 7)
}

/** The first date that may still be taken: today where the member is, or the one after the last taken. */
export function nextDateToTake({
  zones,
  last,
  now,
}: Pick<Streak, 'last'> & { zones: readonly ZonePeriod[]; now: number }): string {
  const today = localDate(now, periodAt(zones, now).zone)
  return last !== null && today <= last.date ? addDays(last.date, 1) : today
}

/** How many dates of a month (`YYYY-MM`) there are from a date on. */
export function datesLeftIn(month: string, from: string): number {
  const first = monthOf(from) < month ? `${month}-01` : from
  const [year, number] = month.split('-').map(Number)
  const days = new Date(Date.UTC(year!, number!, 0)).getUTCDate()
  return monthOf(first) === month ? days - Number(first.slice(8)) + 1 : 0
}

/**
 * How many dates of a month (`YYYY-MM`) may still be taken, and when the last of them ends for the member. None while
 * the first check-in that may be taken is of a later month.
 */
export function datesToTakeIn(
  month: string,
  streak: Streak,
  now: number,
  settings: Settings,
): { count: number; endsAt: number | null } {
  const dateAt = (at: number) => localDate(at, periodAt(streak.zones, at).zone)
  let endsAt = nextCheckInAt(streak, now, settings)
  const count = datesLeftIn(month, dateAt(endsAt))
  if (count === 0) return { count, endsAt: null }
  while (monthOf(dateAt(endsAt)) <= month) endsAt = dateEndsAt(streak.zones, endsAt)
  return { count, endsAt }
}

function isTaken({ last }: Streak, date: string): boolean {
  return last !== null && date <= last.date
}

/** The first check-in in a zone comes some hours after the last one in the zone before. */
function earliestIn({ startsAt }: ZonePeriod, last: Streak['last'], { zoneChangeHours }: Settings): number {
  return last && startsAt > last.at ? last.at + zoneChangeHours * 3_600_000 : 0
}

/**
 * The dates since the last check-in, before today, on which the member could have checked in and did not. Those that
 * no clock of theirs showed are not among them. The walk ends one beyond what freezes can cover.
 */
function missedDates({ zones, last, ...streak }: Streak, now: number, settings: Settings): string[] {
  const today = localDate(now, periodAt(zones, now).zone)
  const coverable = streak.boughtFreezes + settings.monthlyFreezes * monthsUpTo(last!.date, today)
  const missed = new Set<string>()
  for (let at = last!.at; at < now && missed.size <= coverable;) {
    const period = periodAt(zones, at)
    const date = localDate(at, period.zone)
    const endsAt = dateEndsAt(zones, at)
    if (date > last!.date && date < today && endsAt > earliestIn(period, last, settings)) missed.add(date)
    at = endsAt
  }
  return [...missed].sort()
}

/** A freeze for each missed date, the monthly ones of its own month first; null when they do not suffice. */
function coverOf(
  streak: Streak,
  missed: readonly string[],
  settings: Settings,
): OpenCheckIn['freezes'] | null {
  let bought = streak.boughtFreezes
  const used = { ...streak.monthlyUsed }
  const cover: { date: string; kind: FreezeKind }[] = []
  for (const date of missed) {
    const month = monthOf(date)
    if ((used[month] ?? 0) < settings.monthlyFreezes) {
      used[month] = (used[month] ?? 0) + 1
      cover.push({ date, kind: 'monthly' })
    } else if (bought > 0) {
      bought -= 1
      cover.push({ date, kind: 'bought' })
    } else return null
  }
  return cover
}

function monthsUpTo(from: string, to: string): number {
  return Math.ceil(Math.max(0, daysBetween(from, to)) / 28) + 1
}
