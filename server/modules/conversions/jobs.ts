import type { Logger } from 'pino'
import type { Db } from '#server/platform/database.ts'
import { job, type Job } from '#server/platform/jobs.ts'
import { forgetVisitors } from './member-visitor-queries.ts'
import { unlockEarnings } from './unlock-earnings.ts'

/** The jobs of conversions. */
export function conversionJobs(db: Db, log: Logger): Job[] {
  return [
    job({
      name: 'unlock-earnings',
      doc: 'Makes pending earnings available whose hold has ended.',
      cron: '* * * * *',
      // The next minute comes sooner than most retries.
      retryLimit: 0,
      run: async () => await unlockEarnings(db, { log }),
    }),
    job({
      name: 'forget-visitors',
      doc: 'Forgets under which visitor hashes members were seen, after 90 days.',
      cron: '23 3 * * *',
      run: async () => ({ forgotten: await forgetVisitors(db) }),
    }),
  ]
}
