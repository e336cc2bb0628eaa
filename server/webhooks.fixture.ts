import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { BrandScope } from '#contracts/endpoint.ts'
import { webhookEvents, type WebhookEvent } from '#contracts/webhook-events.ts'
import { createBrandKey } from './modules/brands/public.ts'
import { app, bearer } from './modules/conversions/conversions.fixture.ts'
import { startReceiver, type Receiver } from './modules/webhooks/webhooks.fixture.ts'
import { inTransaction } from './platform/transaction.ts'
import { testActor } from '#testing/operators.ts'

const slugOf = async (brandId: string) =>
  (await app.db.selectFrom('brand').select('slug').where('id', '=', brandId).executeTakeFirstOrThrow()).slug

/** A receiver of a brand's events, with what it needs to trust them. */
export async function listen(brandId: string, changes: { events?: string[]; contactEmail?: string } = {}) {
  const receiver = await startReceiver()
  const input = { brand: await slugOf(brandId), url: receiver.url, events: [], ...changes }
  return { receiver, ...(await app.webhookOperations.add(testActor, input)) }
}

/** What was received, verified by the library of Standard Webhooks and by the contract of its type. */
export function trusted(
  receiver: Receiver,
  secret: string,
): { type: string; data: Record<string, unknown> }[] {
  return receiver.received.map(({ headers, body }) => {
    const message = new Webhook(secret).verify(body, headers as Record<string, string>) as {
      type: WebhookEvent
      timestamp: string
      data: Record<string, unknown>
    }
    expect(Object.keys(message)).toEqual(['type', 'timestamp', 'data'])
    expect(new Date(message.timestamp).toISOString()).toBe(message.timestamp)
    if (message.type in webhookEvents) z.parse(webhookEvents[message.type], message.data)
    return message
  })
}

/** The status of an endpoint's deliveries, the oldest first. */
export async function deliveries(endpointId: string) {
  return (await app.webhookOperations.deliveries({ endpointId, limit: 100 })).reverse()
}

/** The headers of a key that is for one thing alone. */
export async function keyFor(brandId: string, scope: BrandScope) {
  const input = { brand: await slugOf(brandId), label: 'one', scopes: [scope] }
  const { key } = await inTransaction(app.db, async (tx) => await createBrandKey(tx, testActor, input))
  return bearer(key)
}
