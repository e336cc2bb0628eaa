import * as z from 'zod/mini'
import { pageOf, time } from './shapes.ts'

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
  waiting: count,
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
  state: z.enum(['waiting', 'delivered', 'failed']),
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

export const webhookResponses = {
  listWebhooks: { 200: webhookList },
  createWebhook: { 201: madeWebhook },
  patchWebhook: { 200: webhook },
  deleteWebhook: { 204: null },
  rotateWebhookSecret: { 200: webhookSecret },
  testWebhook: { 202: webhookDelivery },
  listWebhookDeliveries: { 200: webhookDeliveryPage },
  replayWebhookDelivery: { 202: webhookDelivery },
}
