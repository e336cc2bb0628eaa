import { unsubscribeUrl } from '#server/modules/accounts/public.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { limitExport } from './export-limits.ts'
import { pointsJobs } from './jobs.ts'
import { pointsErasure } from './notify-expiring.ts'
import type { AboutPointsOf } from './points-history.ts'
import { pointsRoutes } from './routes.ts'

/** Points, when they expire, and what they were granted for, which comes from the modules above. */
export function pointsModule(
  { config, db, log, secret, mailer }: Platform,
  above: { about: AboutPointsOf },
): Module {
  const { publicOrigin } = config
  return {
    routes: pointsRoutes(above),
    jobs: pointsJobs({
      db,
      log,
      mailer,
      publicOrigin,
      unsubscribeUrl: (uid) => unsubscribeUrl({ secret, publicOrigin }, { uid, kind: 'points_expiring' }),
    }),
    erase: [pointsErasure(db)],
    export: [limitExport(db)],
  }
}
