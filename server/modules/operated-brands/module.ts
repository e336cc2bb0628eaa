import type { WebhookOperations } from '#server/modules/webhooks/public.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { brandRoutes } from './brand-routes.ts'
import { campaignRoutes } from './campaign-routes.ts'
import { keyRoutes } from './key-routes.ts'
import { webhookRoutes } from './webhook-routes.ts'

/** Brands, their campaigns, keys and webhooks in the console. */
export function operatedBrandsModule(
  platform: Pick<Platform, 'config' | 'files' | 'secret'>,
  webhooks: WebhookOperations,
): Module {
  return {
    routes: [
      ...brandRoutes(platform),
      ...campaignRoutes(platform),
      ...keyRoutes(platform),
      ...webhookRoutes(webhooks),
    ],
  }
}
