import * as webhooks from '#contracts/webhooks.endpoints.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import {
  addWebhook,
  changeWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  replayDelivery,
  rotateSecret,
  testWebhook,
} from './brand-webhooks.ts'
import type { WebhookDeps } from './webhook-deps.ts'

/** The endpoints of contracts/webhooks.endpoints.ts, for brands' servers. */
export function webhookRoutes(deps: WebhookDeps): Route[] {
  return [
    bind(webhooks.listWebhooks, ({ db, actor }) => listWebhooks(db, actor)),
    bind(webhooks.createWebhook, async ({ transaction, actor, body }) =>
      answer(201, await transaction((tx) => addWebhook(tx, actor, body, deps))),
    ),
    bind(webhooks.patchWebhook, ({ transaction, actor, params, body }) =>
      transaction((tx) => changeWebhook(tx, actor, { ...body, id: params.id }, deps)),
    ),
    bind(webhooks.deleteWebhook, async ({ transaction, actor, params }) => {
      await transaction((tx) => removeWebhook(tx, actor, params))
      return answer(204, null)
    }),
    bind(webhooks.rotateWebhookSecret, ({ transaction, actor, params }) =>
      transaction((tx) => rotateSecret(tx, actor, params, deps)),
    ),
    bind(webhooks.testWebhook, async ({ transaction, actor, params }) =>
      answer(202, await transaction((tx) => testWebhook(tx, actor, params))),
    ),
    bind(webhooks.listWebhookDeliveries, ({ db, actor, params, query }) =>
      listDeliveries(db, actor, { ...query, id: params.id }),
    ),
    bind(webhooks.replayWebhookDelivery, async ({ transaction, actor, params }) =>
      answer(202, await transaction((tx) => replayDelivery(tx, actor, params))),
    ),
  ]
}
