import type { Logger } from 'pino'
import { job, type Job } from '#server/platform/jobs.ts'
import { expirePoints } from './expire-points.ts'
import { notifyExpiring, type NotifyDeps } from './notify-expiring.ts'

/** What runs by itself for points. */
export function pointsJobs(deps: NotifyDeps & { log: Logger }): Job[] {
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
      doc: 'Mails members whose points are about to expire, once for each month of them.',
      cron: '17 9 * * *',
      run: async () => ({ notified: await notifyExpiring(deps) }),
    }),
  ]
}
