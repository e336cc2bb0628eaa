import { sql } from 'kysely'
import { m } from '#messages'
import type { Db } from '#server/platform/database.ts'
import { badgesOf } from './badge-queries.ts'
import { shownMoments } from './moments.ts'
import { longList, shortList, type MemberExport } from '#server/platform/member-export.ts'

type CheckInRow = {
  date: string
  at: Date
  timeZone: string
  streak: number
  points: number
  bonusPoints: number
  transactionId: string
}
type FreezeRow = { date: string; kind: string; usedAt: Date }

/** Exports a member's streak, check-ins, the dates that freezes covered, time zones, badges and moments. */
export function rewardExport(db: Db): MemberExport {
  return {
    tables: ['streak', 'check_in', 'streak_freeze', 'member_zone', 'badge', 'moment'],
    parts: ({ party }) => [
      {
        kind: 'record',
        name: 'streak',
        about: m.export_streak(),
        read: async () => {
          const { rows } = await sql<object>`
            select days, longest, last_date as "lastDate", last_at as "lastAt", bought_freezes as "boughtFreezes"
            from streak where party = ${party}`.execute(db)
          return rows[0] ?? { days: 0, longest: 0, lastDate: null, lastAt: null, boughtFreezes: 0 }
        },
      },
      longList({
        name: 'check-ins',
        about: m.export_check_ins(),
        columns: ['date', 'at', 'timeZone', 'streak', 'points', 'bonusPoints', 'transactionId'],
        next: async (last: CheckInRow | undefined, limit) => {
          const { rows } = await sql<CheckInRow>`
            select date, at, zone as "timeZone", days as streak, points, bonus_points as "bonusPoints",
              txn_id as "transactionId"
            from check_in where party = ${party} and date > ${last?.date ?? '-infinity'}
            order by date limit ${limit}`.execute(db)
          return rows
        },
      }),
      longList({
        name: 'streak-freezes',
        about: m.export_streak_freezes(),
        columns: ['date', 'kind', 'usedAt'],
        next: async (last: FreezeRow | undefined, limit) => {
          const { rows } = await sql<FreezeRow>`
            select date, kind, used_at as "usedAt" from streak_freeze
            where party = ${party} and date > ${last?.date ?? '-infinity'}
            order by date limit ${limit}`.execute(db)
          return rows
        },
      }),
      shortList({
        name: 'time-zones',
        about: m.export_time_zones(),
        columns: ['timeZone', 'startsAt', 'askedAt'],
        read: async () => {
          const { rows } = await sql<{ timeZone: string; startsAt: Date; askedAt: Date | null }>`
            select zone as "timeZone", starts_at as "startsAt", asked_at as "askedAt" from member_zone
            where party = ${party} order by starts_at`.execute(db)
          return rows
        },
      }),
      shortList({
        name: 'badges',
        about: m.gamification_export_badges(),
        columns: ['badge', 'earnedAt'],
        read: async () => [...(await badgesOf(db, party))].map(([badge, earnedAt]) => ({ badge, earnedAt })),
      }),
      shortList({
        name: 'moments',
        about: m.gamification_export_moments(),
        columns: ['moment', 'shownAt'],
        read: async () =>
          [...(await shownMoments(db, party))].map(([moment, shownAt]) => ({ moment, shownAt })),
      }),
    ],
  }
}
