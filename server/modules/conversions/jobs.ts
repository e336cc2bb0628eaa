import type { ClickLimits } from '#rules/click-review.ts'
import type { Logger } from 'pino'
import type { Db } from '#server/platform/database.ts'
import { job, type Job } from '#server/platform/jobs.ts'
import { countTrust } from './campaign-trust.ts'
import { forgetVisitors } from './member-visitors.ts'
import { payClicks } from './pay-clicks.ts'
import { notifyUnlocked } from './notify-unlocked.ts'
import { unlockEarnings } from './unlock-earnings.ts'

/** The jobs of conversions. */
export function conversionJobs({
  db,
  log,
  clickLimits: limits,
}: {
  db: Db
  log: Logger
  clickLimits: ClickLimits
}): Job[] {
  return [
    job({
      name: 'unlock-earnings',
      doc: 'Makes pending earnings available whose hold has ended, and notifies their members, once a day at most.',
      cron: '* * * * *',
      // The next minute comes sooner than most retries.
      retryLimit: 0,
      run: async () => {
        let notified = 0
        // An earning that fails keeps no member from hearing of what is theirs.
        const unlocked = await unlockEarnings(db, { log }).finally(async () => {
          notified = await notifyUnlocked(db, { log })
        })
        return { unlocked, notified }
      },
    }),
    job({
      name: 'count-trust',
      doc: 'Counts what became of the results of each campaign in 90 days, for its page.',
      cron: '7 * * * *',
      run: async () => await countTrust(db),
    }),
    job({
      name: 'pay-clicks',
      doc: 'Pays the unique clicks of hours that are over, where campaigns pay for clicks.',
      cron: '* * * * *',
      retryLimit: 0,
      run: async () => await payClicks(db, { log, limits }),
    }),
    job({
      name: 'forget-visitors',
      doc: 'Forgets under which visitor hashes members were seen, after 90 days.',
      cron: '23 3 * * *',
      run: async () => ({ forgotten: await forgetVisitors(db) }),
    }),
  ]
}
