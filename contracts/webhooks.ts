import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { pageQuery } from './paging.ts'
import { emailAddress } from './shapes.ts'
import { webhookEvents, type WebhookEvent } from './webhook-events.ts'
import type {
  MadeWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookList,
  WebhookSecret,
} from './webhooks.responses.ts'

const brand = { access: 'brand', scope: 'webhooks', tag: 'webhooks' } as const
const path = '/api/v1/brand/webhooks'
const params = z.object({ id: idSchema('webhookEndpoint') })

const types = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]]
const url = z.string().check(z.minLength(1), z.maxLength(2048))
const events = z.array(z.enum(types)).check(z.maxLength(20))
const contactEmail = z.nullable(emailAddress)

export const listWebhooks = endpoint<WebhookList>()({
  ...brand,
  id: 'listWebhooks',
  method: 'GET',
  path,
  summary: 'The brand’s endpoints, the oldest first, with how many messages wait, arrived and failed.',
})

export const createWebhook = endpoint<MadeWebhook>()({
  ...brand,
  id: 'createWebhook',
  method: 'POST',
  path,
  summary:
    'Registers where the brand’s server hears of events: https and a public host. The secret is answered this once.',
  body: z.strictObject({
    url,
    /** The types it hears of; all unless given. */
    events: z.optional(events),
    /** Who is mailed when it is switched off. */
    contactEmail: z.optional(contactEmail),
  }),
  errors: ['too_many_webhooks'],
  signedOnce: true,
  ratePerMinute: 20,
})

export const patchWebhook = endpoint<Webhook>()({
  ...brand,
  id: 'patchWebhook',
  method: 'PATCH',
  path: `${path}/{id}`,
  summary:
    'Changes an endpoint, or switches it off and on; what is not named stays. What it missed is sent by a replay.',
  params,
  body: z.strictObject({
    url: z.optional(url),
    /** None is all. */
    events: z.optional(events),
    contactEmail: z.optional(contactEmail),
    state: z.optional(z.enum(['active', 'disabled'])),
  }),
  errors: ['webhook_disabled'],
  signedOnce: true,
  ratePerMinute: 60,
})

export const deleteWebhook = endpoint<null>()({
  ...brand,
  id: 'deleteWebhook',
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Removes an endpoint with the list of what was sent to it.',
  params,
})

export const rotateWebhookSecret = endpoint<WebhookSecret>()({
  ...brand,
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: `${path}/{id}/secret`,
  summary: 'Makes another secret, answered this once; the one before signs beside it for 24 hours.',
  params,
  signedOnce: true,
  ratePerMinute: 20,
})

export const testWebhook = endpoint<WebhookDelivery>()({
  ...brand,
  id: 'testWebhook',
  method: 'POST',
  path: `${path}/{id}/test`,
  summary: 'Sends a message of the type `webhook.test`; its delivery says what came of it.',
  params,
  errors: ['webhook_disabled'],
  signedOnce: true,
  ratePerMinute: 30,
})

export const listWebhookDeliveries = endpoint<WebhookDeliveryPage>()({
  ...brand,
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: `${path}/{id}/deliveries`,
  summary: 'What was sent to an endpoint in the last 30 days, newest first.',
  params,
  query: z.object({ state: z.optional(z.enum(['waiting', 'delivered', 'failed'])), ...pageQuery }),
})

export const replayWebhookDelivery = endpoint<WebhookDelivery>()({
  ...brand,
  id: 'replayWebhookDelivery',
  method: 'POST',
  path: `${path}/{id}/deliveries/{deliveryId}/replay`,
  summary: 'Sends a message again that failed or arrived, with all its attempts; `conflict` while it waits.',
  params: z.object({ id: idSchema('webhookEndpoint'), deliveryId: idSchema('webhookDelivery') }),
  errors: ['webhook_disabled'],
  signedOnce: true,
  ratePerMinute: 60,
})
