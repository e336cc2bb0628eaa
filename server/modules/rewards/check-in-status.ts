import type { CheckInStatus } from '#contracts/rewards.schemas.ts'
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
import { addDays, isZone, localDate } from '#rules/local-date.ts'
import { memberProfile } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import {
  calendarDays,
  countAllCheckIns,
  lastCheckIns,
  streakFacts,
  type CalendarDay,
} from './streak-queries.ts'

const iso = (at: number) => new Date(at).toISOString()

/** A member's streak as it is now, what the next check-in pays, and a month of the calendar with the week before it. */
export async function checkInStatus(
  db: Db,
  { uid, party }: Pick<MemberActor, 'uid' | 'party'>,
  query: { month?: string; timeZone?: string } = {},
): Promise<CheckInStatus> {
  const { checkIn: settings } = await currentEconomy(db)
  const profile = await memberProfile(db, uid)
  const browserZone = query.timeZone && isZone(query.timeZone) ? query.timeZone : null
  const streak = await streakFacts(db, party, profile?.timeZone ?? null, browserZone)
  const { now, zones, last, longest } = streak
  const period = periodAt(zones, now)
  const date = localDate(now, period.zone)
  const isCheckedIn = last !== null && date <= last.date
  const nextAt = nextCheckInAt(streak, now, settings)
  // Today's check-in stays; the next one is judged at its own time.
  const current = isCheckedIn ? { days: streak.days, freezes: [] } : streakBefore(streak, nextAt, settings)
  const nextZone = zones.find(({ startsAt }) => startsAt > now)
  const month = query.month ?? monthOf(date)
  return {
    date,
    timeZone: period.zone,
    nextTimeZone: nextZone
      ? {
          timeZone: nextZone.zone,
          startsAt: iso(nextZone.startsAt),
          hoursApart: settings.zoneChangeHours,
        }
      : null,
    isCheckedIn,
    nextAt: nextAt > now ? iso(nextAt) : null,
    dayEndsAt: iso(dateEndsAt(zones, now)),
    streak: current.days,
    longestStreak: longest,
    checkIns: await countAllCheckIns(db, party),
    lostStreak: current.days === 0 ? streak.days : 0,
    datesToFreeze: current.freezes.map((freeze) => freeze.date),
    freezes: freezesLeft(streak, date, settings),
    next: { streak: current.days + 1, ...checkInPoints(current.days + 1, settings) },
    afterNext: { streak: current.days + 2, ...checkInPoints(current.days + 2, settings) },
    nextBonus: nextBonus(current.days, settings),
    strip: strip({
      taken: await lastCheckIns(db, party, current.days),
      days: current.days,
      isCheckedIn,
      nextDate: isCheckedIn ? addDays(last.date, 1) : date,
      settings,
    }),
    month,
    days: await calendarDays(db, party, month),
  }
}

/** The week of the streak that today is in, begun anew every seven days of it. */
function strip({
  taken,
  days,
  isCheckedIn,
  nextDate,
  settings,
}: {
  /** The newest first. */
  taken: readonly CalendarDay[]
  days: number
  isCheckedIn: boolean
  nextDate: string
  settings: Economy['checkIn']
}): CheckInStatus['strip'] {
  const first = Math.floor((isCheckedIn ? days - 1 : days) / 7) * 7 + 1
  return Array.from({ length: 7 }, (_, index) => {
    const streak = first + index
    const paid = streak <= days ? taken[days - streak] : undefined
    if (paid)
      return { streak, date: paid.date, points: paid.points, bonusPoints: paid.bonusPoints, state: 'checked' }
    const isNext = streak === days + 1 && !isCheckedIn
    const date = addDays(nextDate, streak - days - 1)
    return { streak, date, ...checkInPoints(streak, settings), state: isNext ? 'next' : 'later' }
  })
}

function nextBonus(days: number, settings: Economy['checkIn']): CheckInStatus['nextBonus'] {
  const streak = (Math.floor(days / settings.bonusEveryDays) + 1) * settings.bonusEveryDays
  return { streak, bonusPoints: checkInPoints(streak, settings).bonusPoints }
}
