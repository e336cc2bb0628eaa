import { unsubscribeUrl } from '#server/modules/accounts/public.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import type { ClickDeps } from './await-clicks.ts'
import { conversionErasure } from './erase-member.ts'
import { conversionExport } from './export-earnings.ts'
import { conversionJobs } from './jobs.ts'
import { conversionRoutes } from './routes.ts'

/** Conversions, and what is earned by them and by clicks. */
export function conversionsModule(
  { config, db, log, secret, mailer }: Platform,
  { clicks }: Pick<ClickDeps, 'clicks'>,
): Module {
  const { publicOrigin, clickLimits } = config
  return {
    routes: conversionRoutes({ clicks }),
    jobs: conversionJobs({
      db,
      log,
      mailer,
      publicOrigin,
      unsubscribeUrl: (uid) => unsubscribeUrl({ secret, publicOrigin }, { uid, kind: 'earning_unlocked' }),
      clickLimits,
    }),
    erase: [conversionErasure(db)],
    export: [conversionExport(db)],
  }
}
