import type { Logger } from 'pino'
import type { ClickLimits } from '#rules/click-review.ts'
import type { Db } from '#server/platform/database.ts'
import { job, type Job } from '#server/platform/jobs.ts'
import { settleShares } from './settle-shares.ts'

/** What runs by itself for social shares. */
export function shareJobs(db: Db, deps: { log: Logger; limits: ClickLimits }): Job[] {
  return [
    job({
      name: 'settle-shares',
      doc: 'Pays shared campaigns by whose links enough others have come, and ends those that nobody came by in time.',
      cron: '* * * * *',
      // The next minute comes sooner than most retries.
      retryLimit: 0,
      run: async () => await settleShares(db, deps),
    }),
  ]
}
