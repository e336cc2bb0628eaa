import type { Logger } from 'pino'
import type { Db } from '#server/platform/database.ts'
import { job, type Job } from '#server/platform/jobs.ts'
import { settleInvitations } from './settle-invitations.ts'

/** What runs by itself for friend invitations. */
export function friendJobs(db: Db, deps: { log: Logger }): Job[] {
  return [
    job({
      name: 'settle-invitations',
      doc: 'Pays invited friends and their inviters who were not paid the moment everything was done.',
      cron: '* * * * *',
      // The next minute comes sooner than most retries.
      retryLimit: 0,
      run: async () => await settleInvitations(db, deps),
    }),
  ]
}
