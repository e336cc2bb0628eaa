import type { Module, Platform } from '#server/platform/module.ts'
import { webhookJobs } from './jobs.ts'
import { webhookRoutes } from './routes.ts'
import type { WebhookDeps } from './webhook-deps.ts'

/** Messages to brands' servers; the pump that delivers them is app.ts's to start. */
export function webhooksModule({ db }: Platform, deps: WebhookDeps): Module {
  return { routes: webhookRoutes(deps), jobs: webhookJobs(db) }
}
