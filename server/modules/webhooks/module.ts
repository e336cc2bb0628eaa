import type { Module, Platform } from '#server/platform/module.ts'
import type { Db } from '#server/platform/database.ts'
import { job, type Job } from '#server/platform/jobs.ts'
import { webhookRoutes } from './routes.ts'
import type { WebhookDeps } from './webhook-deps.ts'
import { forgetMessages } from './delivery-queries.ts'

/** Messages to brands' servers; the pump that delivers them is app.ts's to start. */
export function webhooksModule({ db }: Platform, deps: WebhookDeps): Module {
  return { routes: webhookRoutes(deps), jobs: webhookJobs(db) }
}

/** For how many days messages can be listed and replayed. */
const retentionDays = 30

/** The jobs of webhooks; what is due is delivered by the pump. */
function webhookJobs(db: Db): Job[] {
  return [
    job({
      name: 'forget-webhooks',
      doc: `Forgets messages to brands’ servers that are older than ${retentionDays} days.`,
      cron: '41 3 * * *',
      run: async () => ({ forgotten: await forgetMessages(db, retentionDays) }),
    }),
  ]
}
