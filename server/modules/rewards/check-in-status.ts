import type { CheckInStatus } from '#contracts/rewards.responses.ts'
import {
  checkInPoints,
  dateEndsAt,
  freezesLeft,
  monthOf,
  nextCheckInAt,
  periodAt,
  streakBefore,
} from '#rules/check-in.ts'
import type { Economy } from '#rules/economy.ts'
import { localDate } from '#rules/local-date.ts'
import { memberProfile } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { calendarDays, countAllCheckIns, streakFacts } from './streak-queries.ts'

const iso = (at: number) => new Date(at).toISOString()

/** A member's streak as it is now, what the next check-in pays, and a month of the calendar with the week before it. */
export async function checkInStatus(
  db: Db,
  { uid, subject }: Pick<MemberActor, 'uid' | 'subject'>,
  query: { month?: string } = {},
): Promise<CheckInStatus> {
  const { checkIn: settings } = await currentEconomy(db)
  const profile = await memberProfile(db, uid)
  const streak = await streakFacts(db, subject, profile?.timeZone ?? null)
  const { now, zones, last, longest } = streak
  const period = periodAt(zones, now)
  const date = localDate(now, period.zone)
  const isCheckedIn = last !== null && date <= last.date
  const nextAt = nextCheckInAt(streak, now, settings)
  // Today's stands; the next one is judged at its own time.
  const current = isCheckedIn ? { days: streak.days, freezes: [] } : streakBefore(streak, nextAt, settings)
  const nextZone = zones.find(({ startsAt }) => startsAt > now)
  const month = query.month ?? monthOf(date)
  return {
    date,
    timeZone: period.zone,
    nextTimeZone: nextZone ? { timeZone: nextZone.zone, startsAt: iso(nextZone.startsAt) } : null,
    isCheckedIn,
    nextAt: nextAt > now ? iso(nextAt) : null,
    dayEndsAt: iso(dateEndsAt(zones, now)),
    streak: current.days,
    longestStreak: longest,
    checkIns: await countAllCheckIns(db, subject),
    lostStreak: current.days === 0 ? streak.days : 0,
    datesToFreeze: current.freezes.map((freeze) => freeze.date),
    freezes: freezesLeft(streak, date, settings),
    next: { streak: current.days + 1, ...checkInPoints(current.days + 1, settings) },
    nextBonus: nextBonus(current.days, settings),
    month,
    days: await calendarDays(db, subject, month),
  }
}

function nextBonus(days: number, settings: Economy['checkIn']): CheckInStatus['nextBonus'] {
  const streak = (Math.floor(days / settings.bonusEveryDays) + 1) * settings.bonusEveryDays
  return { streak, bonusPoints: checkInPoints(streak, settings).bonusPoints }
}
