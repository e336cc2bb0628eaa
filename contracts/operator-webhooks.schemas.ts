import * as z from 'zod/mini'
import { slug } from './campaigns.schemas.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { memberReason, whole } from './operator-shapes.ts'
import { pageQuery } from './paging.ts'
import { emailAddress, time } from './shapes.ts'
import { webhookEvents, type WebhookEvent } from './webhook-events.ts'
import { madeWebhook, webhook, webhookDeliveryPage, webhookSecret } from './webhooks.schemas.ts'

const tag = 'operator'
const params = z.object({ id: idSchema('webhookEndpoint') })
const noBody = { body: z.object({}), bodyOptional: true } as const
/** Why, and whether it takes back the last switch: the endpoint is then off for the reason that it had before. */
const switching = {
  body: z.object({ reason: z.optional(memberReason), isUndo: z.optional(z.boolean()) }),
  bodyOptional: true,
} as const
const types = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]]

/** An endpoint and whose it is. The path of its address, a secret with some receivers, is shown to who may add one. */
export const operatedWebhook = z.extend(webhook, { brand: z.string() })
export type OperatedWebhook = z.output<typeof operatedWebhook>

export const operatorWebhookSchemas = {
  listOperatedWebhooks: {
    summary: 'A brand’s endpoints, the oldest first, with how many messages wait, arrived and failed.',
    tag,
    params: z.object({ slug }),
    responses: { 200: z.object({ items: z.array(operatedWebhook) }) },
  },
  addOperatedWebhook: {
    summary: 'Registers where a brand’s server hears of events. The secret that signs is answered this once.',
    tag,
    params: z.object({ slug }),
    body: z.strictObject({
      url: z.string().check(z.minLength(1), z.maxLength(2048)),
      /** None is all. */
      events: z._default(z.array(z.enum(types)), []),
      /** Who is mailed when it is switched off. */
      contactEmail: z._default(z.nullable(emailAddress), null),
    }),
    responses: { 201: z.extend(madeWebhook, { brand: z.string() }) },
  },
  getOperatedWebhook: {
    summary: 'An endpoint with how many messages wait, arrived and failed.',
    tag,
    params,
    responses: { 200: operatedWebhook },
  },
  rotateOperatedWebhook: {
    summary:
      'Another secret for an endpoint; the one before signs beside it for 24 hours; `conflict` for the third within them.',
    tag,
    params,
    ...noBody,
    errors: ['conflict'],
    responses: { 200: webhookSecret },
  },
  enableOperatedWebhook: {
    summary: 'Switches an endpoint on again; what it missed is sent by a replay.',
    tag,
    params,
    ...switching,
    errors: ['conflict'],
    responses: { 200: operatedWebhook },
  },
  disableOperatedWebhook: {
    summary:
      'Switches an endpoint off, also one that is off for a reason that its brand can end; what waits for it counts as failed, to be replayed.',
    tag,
    params,
    ...switching,
    errors: ['conflict'],
    responses: { 200: operatedWebhook },
  },
  removeOperatedWebhook: {
    summary: 'Removes an endpoint with the list of what was sent to it.',
    tag,
    params,
    responses: { 204: null },
  },
  testOperatedWebhook: {
    summary: 'Sends a message of the type `webhook.test`.',
    tag,
    params,
    ...noBody,
    errors: ['webhook_disabled'],
    responses: { 204: null },
  },
  listOperatedDeliveries: {
    summary: 'What was sent to an endpoint, the newest first.',
    tag,
    params,
    query: z.object({
      state: z.optional(z.enum(['pending', 'delivered', 'failed'])),
      ...pageQuery,
    }),
    responses: { 200: webhookDeliveryPage },
  },
  replayOperatedDeliveries: {
    summary:
      'Sends again, from the first attempt on: one message, or those that failed, since a time where one is given.',
    tag,
    params,
    body: z.strictObject({
      deliveryId: z.optional(idSchema('webhookDelivery')),
      since: z.optional(time),
    }),
    errors: ['conflict', 'webhook_disabled'],
    responses: { 200: z.object({ replayed: whole }) },
  },
} satisfies Record<string, EndpointSchemas>
