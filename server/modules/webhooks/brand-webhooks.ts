import { sql } from 'kysely'
import type {
  MadeWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookList,
  WebhookSecret,
} from '#contracts/webhooks.schemas.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { BrandActor } from '#server/platform/http/actors.ts'
import { decodeCursor, idPlace, pageOf } from '#server/platform/http/cursor.ts'
import { problem } from '#server/platform/http/problems.ts'
import {
  deliveriesOf,
  deliveryView,
  findDelivery,
  replayDeliveries,
  type DeliveryRow,
} from './delivery-queries.ts'
import {
  changeEndpoint,
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  endpointsOf,
  findEndpoint,
  lockEndpoint,
  requireActive,
  type EndpointRow,
} from './endpoint-queries.ts'
import { assertEndpointUrl, registerEndpoint } from './register-endpoint.ts'
import { sendTest } from './send-test.ts'
import { renewSecret } from './signing-secret.ts'
import type { WebhookDeps } from './webhook-deps.ts'

type Brand = Pick<BrandActor, 'brandId'>

/** So many endpoints a brand may have: every event is a delivery for each. */
const endpointsMax = 20

/** A brand's endpoints, the oldest first. */
export async function listWebhooks(db: Db, { brandId }: Brand): Promise<WebhookList> {
  return { items: (await endpointsOf(db, { brandId })).map(webhookView) }
}

/**
 * A brand registers where its server hears of events. Throws `validation_failed` for an address that is no public
 * https one, and `too_many_webhooks`.
 */
export async function addWebhook(
  tx: Tx,
  { brandId }: Brand,
  input: { url: string; events?: string[]; contactEmail?: string | null },
  deps: WebhookDeps,
): Promise<MadeWebhook> {
  // Two at once are counted one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks of ${brandId}`}, 0))`.execute(tx)
  if ((await endpointsOf(tx, { brandId })).length >= endpointsMax) throw problem('too_many_webhooks')
  const { id, secret } = await registerEndpoint(tx, { events: [], ...input, brandId }, deps)
  return { ...webhookView((await findEndpoint(tx, id))!), secret }
}

export interface WebhookChange {
  id: string
  url?: string
  events?: string[]
  contactEmail?: string | null
  state?: 'active' | 'disabled'
}

/**
 * Changes a brand's endpoint; what is not named stays. What waits goes to the new address. Throws `not_found`,
 * `validation_failed`, and `webhook_disabled` for switching one on that the operator switched off.
 */
export async function changeWebhook(
  tx: Tx,
  brand: Brand,
  { id, state, ...input }: WebhookChange,
  deps: WebhookDeps,
): Promise<Webhook> {
  const before = await lockOwn(tx, brand, id)
  const url = input.url === undefined ? before.url : assertEndpointUrl(input.url, deps)
  const { events = before.events, contactEmail = before.contactEmail } = input
  await changeEndpoint(tx, { id, url, events: [...new Set(events)], contactEmail })
  if (state === 'disabled') await disableEndpoint(tx, id, 'by_brand')
  if (state === 'active' && before.state === 'disabled') {
    if (before.disabledReason === 'by_operator')
      throw problem('webhook_disabled', { detail: 'The operator switched this endpoint off.' })
    await enableEndpoint(tx, id)
  }
  return webhookView((await findEndpoint(tx, id))!)
}

/** Removes a brand's endpoint with its deliveries. Throws `not_found`. */
export async function removeWebhook(tx: Tx, brand: Brand, { id }: { id: string }): Promise<void> {
  await lockOwn(tx, brand, id)
  await deleteEndpoint(tx, id)
}

/** Another secret for a brand's endpoint; the one before signs beside it for 24 hours. Throws `not_found`. */
export async function rotateSecret(
  tx: Tx,
  brand: Brand,
  { id }: { id: string },
  deps: WebhookDeps,
): Promise<WebhookSecret> {
  await lockOwn(tx, brand, id)
  return { id, secret: await renewSecret(tx, id, deps) }
}

/** Sends a message of the type `webhook.test`. Throws `not_found` and `webhook_disabled`. */
export async function testWebhook(tx: Tx, brand: Brand, { id }: { id: string }): Promise<WebhookDelivery> {
  requireActive(await lockOwn(tx, brand, id))
  const deliveryId = await sendTest(tx, id)
  return deliveryView((await findDelivery(tx, { endpointId: id, deliveryId }))!)
}

const place = idPlace('webhookDelivery')

/** One page of what was sent to a brand's endpoint, newest first. Throws `not_found`. */
export async function listDeliveries(
  db: Db,
  { brandId }: Brand,
  query: { id: string; state?: DeliveryRow['state']; limit: number; cursor?: string },
): Promise<WebhookDeliveryPage> {
  const { id, state, limit, cursor } = query
  if ((await findEndpoint(db, id))?.brandId !== brandId) throw problem('not_found')
  const before = cursor === undefined ? undefined : decodeCursor(place, cursor)[0]
  const rows = await deliveriesOf(db, { endpointId: id, state, before, limit: limit + 1 })
  const page = pageOf(rows, limit, (last) => [last.id])
  return { ...page, items: page.items.map(deliveryView) }
}

/**
 * Sends one message again, from the first attempt on. Throws `not_found`, `webhook_disabled`, and `conflict` while it
 * waits to be sent anyway.
 */
export async function replayDelivery(
  tx: Tx,
  brand: Brand,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<WebhookDelivery> {
  requireActive(await lockOwn(tx, brand, id))
  const one = { endpointId: id, deliveryId }
  const found = await findDelivery(tx, one)
  if (!found) throw problem('not_found')
  if ((await replayDeliveries(tx, { ...one, all: true })) === 0)
    throw problem('conflict', { detail: 'This message is on its way already.' })
  return deliveryView((await findDelivery(tx, one))!)
}

/** Locks a brand's endpoint; another brand's is unknown. */
async function lockOwn(tx: Tx, { brandId }: Brand, id: string): Promise<EndpointRow> {
  const endpoint = (await lockEndpoint(tx, id)) ? await findEndpoint(tx, id) : undefined
  if (endpoint?.brandId !== brandId) throw problem('not_found')
  return endpoint
}

function webhookView({ brand: _, brandId: __, failingSince, createdAt, ...row }: EndpointRow): Webhook {
  return { ...row, failingSince: failingSince?.toISOString() ?? null, createdAt: createdAt.toISOString() }
}
