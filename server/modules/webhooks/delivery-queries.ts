import { sql } from 'kysely'
import type { WebhookDelivery } from '#contracts/webhooks.schemas.ts'
import type { Db, Tx } from '#server/platform/database.ts'

/** A delivery that is this process's to attempt now. */
export interface DueDelivery {
  id: string
  /** With the one that follows. */
  attempts: number
  endpointId: string
  brand: string
  url: string
  /** Sealed: the secret, and the one before it while that still signs. */
  secrets: string[]
  messageId: string
  body: string
}

/** What a process is at, so that endpoints which take their time or nothing at all leave room for the others. */
export interface TakeQuery {
  /** Deliveries at most, in all and for each endpoint; for one that is failing a single one. */
  limit: number
  perEndpoint: number
  /** Endpoints that are left alone, and those with any attempt under way. */
  busy: string[]
  underWay: string[]
  /** Whose deliveries were taken lately, longest ago first: the others come before them. */
  served: string[]
}

/**
 * Takes deliveries that are due. Each is counted as attempted and comes back after a minute when the attempt has no
 * result: a process that is killed loses none, and may send one twice.
 */
export async function takeDue(
  db: Db,
  { limit, perEndpoint, busy, underWay, served }: TakeQuery,
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    with due as (
      select one.id from webhook_endpoint e cross join lateral (
        select id, row_number() over (order by next_attempt_at) as place from (
          select id, next_attempt_at from webhook_delivery
          where endpoint_id = e.id and state = 'pending' and next_attempt_at <= now()
          order by next_attempt_at limit ${perEndpoint} for update skip locked) pending) one
      where e.state = 'active' and e.id <> all (${busy}) and not waits_after_restore()
        and (e.failing_since is null or (one.place = 1 and e.id <> all (${underWay})))
      order by array_position(${served}::text[], e.id) nulls first, one.place
      limit ${limit}
    )
    update webhook_delivery d
    set attempts = attempts + 1, last_attempt_at = now(), next_attempt_at = now() + interval '1 minute'
    from webhook_endpoint e, webhook_message m, brand b
    where d.id in (select id from due) and e.id = d.endpoint_id and m.id = d.message_id and b.id = e.brand_id
    returning d.id, d.attempts, d.endpoint_id as "endpointId", b.slug as brand, e.url, m.id as "messageId", m.body,
      array_remove(array[
        e.secret, case when e.previous_secret_until > now() then e.previous_secret end,
        case when e.older_secret_until > now() then e.older_secret end], null) as secrets`.execute(db)
  return rows
}

export async function markDelivered(tx: Tx, id: string, status: number): Promise<void> {
  await sql`
    update webhook_delivery set state = 'delivered', next_attempt_at = null, delivered_at = now(),
      last_status = ${status}, last_error = null
    where id = ${id}`.execute(tx)
}

/** Notes a failed attempt; tried again after `delayMs`, or given up when that is null. */
export async function markFailed(
  tx: Tx,
  failure: { id: string; status: number | null; error: string; delayMs: number | null },
): Promise<void> {
  await sql`
    update webhook_delivery set
      state = ${failure.delayMs === null ? 'failed' : 'pending'},
      next_attempt_at = now() + ${failure.delayMs}::double precision * interval '1 millisecond',
      last_status = ${failure.status}, last_error = ${failure.error}
    where id = ${failure.id} and state = 'pending'`.execute(tx)
}

/** Forgets that an endpoint was failing. Written only where it was: most successes follow a success. */
export async function recordSuccess(tx: Tx, endpointId: string): Promise<void> {
  await sql`
    update webhook_endpoint set failing_since = null
    where id = ${endpointId} and failing_since is not null`.execute(tx)
}

/** Notes that an endpoint fails; answers for how long it has (milliseconds), or undefined when it was removed. */
export async function recordFailure(
  tx: Tx,
  endpointId: string,
): Promise<{ failingForMs: number; contactEmail: string | null } | undefined> {
  const { rows } = await sql<{ failingForMs: number; contactEmail: string | null }>`
    update webhook_endpoint set failing_since = coalesce(failing_since, now()) where id = ${endpointId}
    returning contact_email as "contactEmail",
      (extract(epoch from now() - failing_since) * 1000)::bigint as "failingForMs"`.execute(tx)
  return rows[0]
}

/** A delivery as operators see it. */
export interface DeliveryRow {
  id: string
  messageId: string
  type: string
  state: 'pending' | 'delivered' | 'failed'
  attempts: number
  nextAttemptAt: Date | null
  lastAttemptAt: Date | null
  lastStatus: number | null
  lastError: string | null
  deliveredAt: Date | null
  createdAt: Date
}

const deliveryColumns = sql`
  d.id, d.message_id as "messageId", m.type, d.state, d.attempts, d.next_attempt_at as "nextAttemptAt",
  d.last_attempt_at as "lastAttemptAt", d.last_status as "lastStatus", d.last_error as "lastError",
  d.delivered_at as "deliveredAt", m.created_at as "createdAt"`

export interface DeliveryQuery {
  endpointId: string
  state?: DeliveryRow['state'] | undefined
  /** The id of the last one before. */
  before?: string | undefined
  limit: number
}

/** An endpoint's deliveries, the newest first. */
export async function deliveriesOf(
  db: Db,
  { endpointId, state, before, limit }: DeliveryQuery,
): Promise<DeliveryRow[]> {
  const after = before === undefined ? sql`` : sql`and d.id < ${before}`
  const { rows } = await sql<DeliveryRow>`
    select ${deliveryColumns}
    from webhook_delivery d join webhook_message m on m.id = d.message_id
    where d.endpoint_id = ${endpointId} and (${state ?? null}::text is null or d.state = ${state ?? null}) ${after}
    order by d.id desc limit ${limit}`.execute(db)
  return rows
}

/** One delivery of an endpoint's. */
export async function findDelivery(
  db: Db,
  { endpointId, deliveryId }: { endpointId: string; deliveryId: string },
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    select ${deliveryColumns}
    from webhook_delivery d join webhook_message m on m.id = d.message_id
    where d.endpoint_id = ${endpointId} and d.id = ${deliveryId}`.execute(db)
  return rows[0]
}

/** What of an endpoint is sent again: one delivery, or all since a time, those that failed or every one. */
export interface ReplayChoice {
  endpointId: string
  deliveryId?: string | undefined
  since?: Date | undefined
  /** Also those that were delivered. */
  all?: boolean
}

/** Puts deliveries back to the beginning of their attempts; answers how many. */
export async function replayDeliveries(tx: Tx, choice: ReplayChoice): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_delivery d
    set state = 'pending', attempts = 0, next_attempt_at = now(), delivered_at = null
    from webhook_message m
    where d.endpoint_id = ${choice.endpointId} and m.id = d.message_id
      and (${choice.deliveryId ?? null}::text is null or d.id = ${choice.deliveryId ?? null})
      and (${choice.since ?? null}::timestamptz is null or m.created_at >= ${choice.since ?? null})
      and (d.state = 'failed' or (d.state = 'delivered' and ${choice.all ?? false}))`.execute(tx)
  return Number(numAffectedRows)
}

/** Removes messages older than `days`, and with them their deliveries, unless one still waits. */
export async function forgetMessages(db: Db, days: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_message m where created_at < now() - make_interval(days => ${days})
      and not exists (select from webhook_delivery where message_id = m.id and state = 'pending')`.execute(db)
  return Number(numAffectedRows)
}

/** A delivery as the API answers it. */
export function deliveryView(row: DeliveryRow): WebhookDelivery {
  return {
    ...row,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}
