import type { Db } from '#server/platform/database.ts'
import { job, type Job } from '#server/platform/jobs.ts'
import type { RedemptionDeps } from './redemption-deps.ts'
import { lookUpPayouts } from './send-redemption.ts'

/** The jobs of redemptions. */
export function redemptionJobs(db: Db, deps: RedemptionDeps): Job[] {
  return [
    job({
      name: 'look-up-payouts',
      doc: 'Asks providers for the outcome of payouts where it is unknown; sends none again.',
      cron: '*/5 * * * *',
      retryLimit: 0,
      run: async () => await lookUpPayouts(db, deps),
    }),
  ]
}
