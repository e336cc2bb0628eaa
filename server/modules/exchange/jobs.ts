import type { Db } from '#server/platform/database.ts'
import { job, type Job } from '#server/platform/jobs.ts'
import { forgetQuotes } from './quote-queries.ts'

/** The jobs of the exchange. */
export function exchangeJobs(db: Db): Job[] {
  return [
    job({
      name: 'forget-quotes',
      doc: 'Removes quotes that were never used, a week after they expired.',
      cron: '47 * * * *',
      run: async () => ({ forgotten: await forgetQuotes(db) }),
    }),
  ]
}
