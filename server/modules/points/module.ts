import type { Logger } from 'pino'
import { sql } from 'kysely'
import { m } from '#messages'
import * as points from '#contracts/points.endpoints.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'
import { job, type Job } from '#server/platform/jobs.ts'
import type { Db } from '#server/platform/database.ts'
import { shortList, type MemberExport } from '#server/platform/member-export.ts'
import { notifyExpiring, pointsErasure } from './notify-expiring.ts'
import { pointsHistory, type AboutPointsOf } from './points-history.ts'
import { getPoints } from './get-points.ts'
import { expirePoints } from './expire-points.ts'

/** Points, when they expire, and what they were granted for, which comes from the modules above. */
export function pointsModule({ db, log }: Platform, above: { about: AboutPointsOf }): Module {
  return {
    routes: pointsRoutes(above),
    jobs: pointsJobs({ db, log }),
    erase: [pointsErasure(db)],
    export: [limitExport(db)],
  }
}

/** The endpoints of contracts/points.endpoints.ts; `about` says what points were for, the ledger does not know. */
function pointsRoutes({ about }: { about: AboutPointsOf }): Route[] {
  return [
    bind(points.getPoints, ({ db, actor }) => getPoints(db, actor)),
    bind(points.listPointsHistory, ({ db, actor, query }) => pointsHistory(db, actor, query, about)),
  ]
}

/** What runs by itself for points. */
function pointsJobs(deps: { db: Db; log: Logger }): Job[] {
  return [
    job({
      name: 'expire-points',
      doc: 'Writes down which points have expired.',
      cron: '*/10 * * * *',
      // The next run comes sooner than most retries.
      retryLimit: 0,
      run: async () => await expirePoints(deps.db, deps),
    }),
    job({
      name: 'notify-expiring-points',
      doc: 'Notifies members whose points are about to expire, once for each month of them.',
      cron: '17 9 * * *',
      run: async () => ({ notified: await notifyExpiring(deps.db, deps) }),
    }),
  ]
}

/** Exports how many rewards a member was paid in each period that has a limit, and their boosts. */
function limitExport(db: Db): MemberExport {
  return {
    tables: ['reward_count', 'point_boost'],
    parts: ({ party }) => [
      shortList({
        name: 'reward-limits',
        about: m.friends_export_limits(),
        columns: ['program', 'period', 'paid'],
        read: async () => {
          const { rows } = await sql<{ program: string; period: string; paid: number }>`
            select program, period, paid from reward_count where party = ${party} order by period, program`.execute(
            db,
          )
          return rows
        },
      }),
      shortList({
        name: 'boosts',
        about: m.export_boosts(),
        columns: ['orderId', 'startsAt', 'endsAt', 'pointsMax', 'pointsGranted'],
        read: async () => {
          const { rows } = await sql<{
            orderId: string
            startsAt: Date
            endsAt: Date
            pointsMax: number
            pointsGranted: number
          }>`
            select order_id as "orderId", starts_at as "startsAt", ends_at as "endsAt", points_max as "pointsMax",
              points_granted as "pointsGranted"
            from point_boost where party = ${party} order by starts_at`.execute(db)
          return rows
        },
      }),
    ],
  }
}
