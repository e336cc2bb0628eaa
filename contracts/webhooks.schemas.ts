import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { pageQuery } from './paging.ts'
import { emailAddress, pageOf, time } from './shapes.ts'
import { webhookEvents, type WebhookEvent } from './webhook-events.ts'

const params = z.object({ id: idSchema('webhookEndpoint') })

const types = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]]
const url = z.string().check(z.minLength(1), z.maxLength(2048))
const events = z.array(z.enum(types)).check(z.maxLength(20))
const contactEmail = z.nullable(emailAddress)

const count = z.int().check(z.nonnegative())

/** Where a brand's server hears of events. */
export const webhook = z.object({
  id: z.string(),
  url: z.string(),
  /** The types it hears of; none is all. */
  events: z.array(z.string()),
  contactEmail: z.nullable(z.string()),
  state: z.enum(['active', 'disabled']),
  /** `by_brand`, `by_operator`, `gone` (it answered 410) or `failing` (it took nothing for three days). */
  disabledReason: z.nullable(z.string()),
  /** When the first of an unbroken row of attempts failed. */
  failingSince: z.nullable(time),
  createdAt: time,
  pending: count,
  delivered: count,
  failed: count,
})
export type Webhook = z.output<typeof webhook>

export const webhookList = z.object({ items: z.array(webhook) })
export type WebhookList = z.output<typeof webhookList>

/** With the secret that signs, which is shown this once. */
export const madeWebhook = z.extend(webhook, { secret: z.string() })
export type MadeWebhook = z.output<typeof madeWebhook>

export const webhookSecret = z.object({ id: z.string(), secret: z.string() })
export type WebhookSecret = z.output<typeof webhookSecret>

/** A message on its way to an endpoint. */
export const webhookDelivery = z.object({
  id: z.string(),
  messageId: z.string(),
  type: z.string(),
  state: z.enum(['pending', 'delivered', 'failed']),
  attempts: count,
  nextAttemptAt: z.nullable(time),
  lastAttemptAt: z.nullable(time),
  /** What the endpoint answered last. */
  lastStatus: z.nullable(z.int()),
  lastError: z.nullable(z.string()),
  deliveredAt: z.nullable(time),
  createdAt: time,
})
export type WebhookDelivery = z.output<typeof webhookDelivery>
export const webhookDeliveryPage = pageOf(webhookDelivery)
export type WebhookDeliveryPage = z.output<typeof webhookDeliveryPage>

export const webhookSchemas = {
  listWebhooks: {
    tag: 'webhooks',
    summary: 'The brand’s endpoints, the oldest first, with how many messages wait, arrived and failed.',
    responses: { 200: webhookList },
  },
  createWebhook: {
    tag: 'webhooks',
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
    responses: { 201: madeWebhook },
  },
  patchWebhook: {
    tag: 'webhooks',
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
    responses: { 200: webhook },
  },
  deleteWebhook: {
    tag: 'webhooks',
    summary: 'Removes an endpoint with the list of what was sent to it.',
    params,
    responses: { 204: null },
  },
  rotateWebhookSecret: {
    tag: 'webhooks',
    summary:
      'Makes another secret, shown only in this answer; the one before signs beside it for 24 hours. If the answer is lost, ask again: the secret your server has keeps signing. `conflict` for the third within 24 hours.',
    params,
    signedOnce: true,
    ratePerMinute: 20,
    errors: ['conflict'],
    responses: { 200: webhookSecret },
  },
  testWebhook: {
    tag: 'webhooks',
    summary: 'Sends a message of the type `webhook.test`; its delivery says what came of it.',
    params,
    errors: ['webhook_disabled'],
    signedOnce: true,
    ratePerMinute: 30,
    responses: { 202: webhookDelivery },
  },
  listWebhookDeliveries: {
    tag: 'webhooks',
    summary: 'What was sent to an endpoint in the last 30 days, newest first.',
    params,
    query: z.object({ state: z.optional(z.enum(['pending', 'delivered', 'failed'])), ...pageQuery }),
    responses: { 200: webhookDeliveryPage },
  },
  replayWebhookDelivery: {
    tag: 'webhooks',
    summary:
      'Sends a message again that failed or arrived, with all its attempts; `conflict` while it waits.',
    params: z.object({ id: idSchema('webhookEndpoint'), deliveryId: idSchema('webhookDelivery') }),
    errors: ['webhook_disabled'],
    signedOnce: true,
    ratePerMinute: 60,
    responses: { 202: webhookDelivery },
  },
} satisfies Record<string, EndpointSchemas>
