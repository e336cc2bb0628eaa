import type { Db } from '#server/platform/database.ts'
import { job, type Job } from '#server/platform/jobs.ts'
import { forgetMessages } from './delivery-queries.ts'

/** For how many days messages can be listed and replayed. */
const retentionDays = 30

/** The jobs of webhooks; what is due is delivered by the pump. */
export function webhookJobs(db: Db): Job[] {
  return [
    job({
      name: 'forget-webhooks',
      doc: `Forgets messages to brands’ servers that are older than ${retentionDays} days.`,
      cron: '41 3 * * *',
      run: async () => ({ forgotten: await forgetMessages(db, retentionDays) }),
    }),
  ]
}
