import { job, type Job } from '#server/platform/jobs.ts'
import { deleteExpired, type IdentityDb } from './identity-queries.ts'

export function identityJobs(db: IdentityDb): Job[] {
  return [
    job({
      name: 'identity-expiry',
      doc: 'Removes sessions, codes, links and counts of attempts that have expired.',
      cron: '17 * * * *',
      run: async () => ({ deleted: await deleteExpired(db) }),
    }),
  ]
}
