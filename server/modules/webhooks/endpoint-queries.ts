import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'

/** An endpoint as operators see it; its secrets are not part of it. */
export interface EndpointRow {
  id: string
  brandId: string
  /** Its slug. */
  brand: string
  url: string
  /** The types it hears of; empty is all. */
  events: string[]
  contactEmail: string | null
  state: 'active' | 'disabled'
  disabledReason: string | null
  failingSince: Date | null
  createdAt: Date
  /** Deliveries by their state. */
  pending: number
  delivered: number
  failed: number
}

const columns = sql`
  e.id, e.brand_id as "brandId", b.slug as brand, e.url, e.events, e.contact_email as "contactEmail", e.state,
  e.disabled_reason as "disabledReason", e.failing_since as "failingSince", e.created_at as "createdAt",
  d.pending, d.delivered, d.failed`

const counted = sql`
  cross join lateral (
    select count(*) filter (where state = 'pending') as pending,
           count(*) filter (where state = 'delivered') as delivered,
           count(*) filter (where state = 'failed') as failed
    from webhook_delivery where endpoint_id = e.id) d`

/** All endpoints, or a brand's (by slug or id), the oldest first. */
export async function endpointsOf(
  db: Db,
  { brand = null, brandId = null }: { brand?: string | null; brandId?: string | null } = {},
): Promise<EndpointRow[]> {
  const { rows } = await sql<EndpointRow>`
    select ${columns} from webhook_endpoint e join brand b on b.id = e.brand_id ${counted}
    where (${brand}::text is null or b.slug = ${brand}) and (${brandId}::text is null or e.brand_id = ${brandId})
    order by b.slug, e.id`.execute(db)
  return rows
}

/** Endpoints with deliveries that failed, or that are failing now, at most `limit`: those with the most first. */
export async function troubledEndpoints(db: Db, limit: number): Promise<TroubledEndpoint[]> {
  // Both counts are of partial indexes: what was delivered is not looked at.
  const { rows } = await sql<TroubledEndpoint>`
    select e.id, b.slug as brand, e.url, e.state, e.failing_since as "failingSince",
      coalesce(f.count, 0)::int as failed, (select count(*)::int from webhook_delivery p
        where p.endpoint_id = e.id and p.state = 'pending') as pending
    from webhook_endpoint e join brand b on b.id = e.brand_id
    left join (
      select endpoint_id, count(*) from webhook_delivery where state = 'failed' group by endpoint_id
    ) f on f.endpoint_id = e.id
    where f.count > 0 or e.failing_since is not null
    order by failed desc, b.slug, e.id limit ${limit}`.execute(db)
  return rows
}

export type TroubledEndpoint = Pick<
  EndpointRow,
  'id' | 'brand' | 'url' | 'state' | 'failingSince' | 'failed' | 'pending'
>

export async function findEndpoint(db: Db, id: string): Promise<EndpointRow | undefined> {
  const { rows } = await sql<EndpointRow>`
    select ${columns} from webhook_endpoint e join brand b on b.id = e.brand_id ${counted}
    where e.id = ${id}`.execute(db)
  return rows[0]
}

export interface NewEndpoint {
  id: string
  brandId: string
  url: string
  events: string[]
  contactEmail: string | null
  /** Sealed. */
  secret: string
}

export async function insertEndpoint(tx: Tx, endpoint: NewEndpoint): Promise<void> {
  await sql`
    insert into webhook_endpoint (id, brand_id, url, events, contact_email, secret)
    values (${endpoint.id}, ${endpoint.brandId}, ${endpoint.url}, ${endpoint.events}, ${endpoint.contactEmail},
            ${endpoint.secret})`.execute(tx)
}

/** Writes what may be changed of an endpoint; at another address it has not failed yet. */
export async function changeEndpoint(
  tx: Tx,
  to: Pick<NewEndpoint, 'id' | 'url' | 'events' | 'contactEmail'>,
): Promise<void> {
  await sql`
    update webhook_endpoint set url = ${to.url}, events = ${to.events}, contact_email = ${to.contactEmail},
      failing_since = case when url = ${to.url} then failing_since end
    where id = ${to.id}`.execute(tx)
}

/**
 * The endpoint's row is locked, so that what is decided about it is decided one after the other, and what is being written
 * for it is there.
 */
export async function lockEndpoint(tx: Tx, id: string): Promise<boolean> {
  return (await sql`select from webhook_endpoint where id = ${id} for update`.execute(tx)).rows.length > 0
}

/** Throws `webhook_disabled` for an endpoint nothing is sent to. */
export function requireActive({ state }: Pick<EndpointRow, 'state'>): void {
  if (state === 'disabled') throw problem('webhook_disabled')
}

/**
 * Puts another secret (sealed) in place; those of before sign beside it, each until its end, the last one for a while.
 * Answers from when on that can be done again where two of before still sign; null where it is done.
 */
export async function replaceSecret(
  tx: Tx,
  change: { id: string; secret: string; overlapHours: number },
): Promise<Date | null> {
  const { rows } = await sql<{ until: Date }>`
    select older_secret_until as until from webhook_endpoint
    where id = ${change.id} and older_secret_until > now() for update`.execute(tx)
  if (rows[0]) return rows[0].until
  const stillSigns = sql`previous_secret_until > now()`
  await sql`
    update webhook_endpoint set secret = ${change.secret}, previous_secret = secret,
      previous_secret_until = now() + make_interval(hours => ${change.overlapHours}),
      older_secret = case when ${stillSigns} then previous_secret end,
      older_secret_until = case when ${stillSigns} then previous_secret_until end
    where id = ${change.id}`.execute(tx)
  return null
}

export async function enableEndpoint(tx: Tx, id: string): Promise<void> {
  await sql`
    update webhook_endpoint set state = 'active', disabled_reason = null, failing_since = null
    where id = ${id}`.execute(tx)
}

/** Disables an endpoint that is active; what waited for it has failed, to be replayed. False when it was disabled. */
export async function disableEndpoint(tx: Tx, id: string, reason: string): Promise<boolean> {
  await lockEndpoint(tx, id)
  const { numAffectedRows } = await sql`
    update webhook_endpoint set state = 'disabled', disabled_reason = ${reason}
    where id = ${id} and state = 'active'`.execute(tx)
  await sql`
    update webhook_delivery set state = 'failed', next_attempt_at = null,
      last_error = coalesce(last_error, 'endpoint_disabled')
    where endpoint_id = ${id} and state = 'pending'`.execute(tx)
  return numAffectedRows === 1n
}

/** Says of an endpoint that is disabled why it is. */
export async function setDisabledReason(tx: Tx, id: string, reason: string): Promise<void> {
  await sql`
    update webhook_endpoint set disabled_reason = ${reason}
    where id = ${id} and state = 'disabled'`.execute(tx)
}

export async function deleteEndpoint(tx: Tx, id: string): Promise<boolean> {
  return (await sql`delete from webhook_endpoint where id = ${id}`.execute(tx)).numAffectedRows === 1n
}
