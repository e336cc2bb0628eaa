import { sql } from 'kysely'
import type { AnalyticsMessage } from '#rules/analytics-message.ts'
import type { Db } from '#server/platform/database.ts'

/** Stores messages, once each by their id; with `forward` those that are new wait for it. Answers how many are new. */
export async function storeEvents(
  db: Db,
  messages: AnalyticsMessage[],
  { forward }: { forward: boolean },
): Promise<number> {
  const rows = messages.map((message) => ({
    message_id: message.messageId,
    type: message.type,
    name: message.event ?? message.name ?? null,
    user_id: message.userId ?? null,
    anonymous_id: message.anonymousId ?? null,
    at: message.timestamp,
    received_at: message.receivedAt,
    message,
  }))
  // By id: two requests with the same messages would wait for each other in two orders.
  const { rows: counted } = await sql<{ stored: number }>`
    with stored as (
      insert into analytics_event (message_id, type, name, user_id, anonymous_id, at, received_at, message)
      select message_id, type, name, user_id, anonymous_id, at, received_at, message
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as sent (message_id text, type text, name text,
        user_id text, anonymous_id text, at timestamptz, received_at timestamptz, message jsonb)
      order by message_id
      on conflict (message_id) do nothing
      returning message_id
    ), waiting as (
      insert into analytics_forward (message_id) select message_id from stored where ${forward}::boolean
    )
    select count(*)::int as stored from stored`.execute(db)
  return counted[0]!.stored
}

/** Removed in one statement, so that none holds its rows for long. */
const removedAtOnce = 5_000

/** Removes events that came more than `days` days ago; answers how many. */
export async function removeOldEvents(db: Db, days: number): Promise<number> {
  for (let removed = 0; ;) {
    const { numAffectedRows } = await sql`
      delete from analytics_event where message_id in (
        select message_id from analytics_event where received_at < now() - make_interval(days => ${days})
        order by received_at limit ${removedAtOnce})`.execute(db)
    removed += Number(numAffectedRows)
    if (Number(numAffectedRows) < removedAtOnce) return removed
  }
}

/** Removes a member's events, and those of their browsers from before they signed in. */
export async function removeEventsOf(db: Db, uid: string): Promise<void> {
  await sql`
    delete from analytics_event
    where user_id = ${uid} or (user_id is null and anonymous_id in (
      select anonymous_id from analytics_event where user_id = ${uid}))`.execute(db)
}

/** An event as its member gets it. */
export type EventRow = {
  id: string
  at: Date
  type: string
  name: string | null
  browser: string | null
  message: string
}

/** A member's events after `last`, the oldest first. */
export async function eventsOf(
  db: Db,
  uid: string,
  last: EventRow | undefined,
  limit: number,
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select message_id as id, at, type, name, anonymous_id as browser, message::text as message
    from analytics_event
    where user_id = ${uid} and (${last?.at ?? null}::timestamptz is null
      or (at, message_id) > (${last?.at ?? null}::timestamptz, ${last?.id ?? null}))
    order by at, message_id limit ${limit}`.execute(db)
  return rows
}

/** A line of the operator's export. */
export interface ExportedEvent {
  id: string
  /** With microseconds, which a Date would lose: the next page begins after it. */
  receivedAt: string
  message: string
}

/** Events that came in [from, to) after `last`, in the order they came. */
export async function eventsBetween(
  db: Db,
  { from, to }: { from: Date; to: Date },
  last: ExportedEvent | undefined,
  limit: number,
): Promise<ExportedEvent[]> {
  const after = last
    ? sql`(received_at, message_id) > (${last.receivedAt}::timestamptz, ${last.id})`
    : sql`received_at >= ${from}`
  const { rows } = await sql<ExportedEvent>`
    select message_id as id, received_at::text as "receivedAt", message::text as message
    from analytics_event where received_at < ${to} and ${after}
    order by received_at, message_id limit ${limit}`.execute(db)
  return rows
}

/** What is stored, and what waits to be forwarded. */
export interface EventCounts {
  events: number
  firstAt: Date | null
  lastAt: Date | null
  waiting: number
  /** Since when the longest waits to be forwarded. */
  waitingSince: Date | null
}

export async function countEvents(db: Db): Promise<EventCounts> {
  const { rows } = await sql<EventCounts>`
    select events, "firstAt", "lastAt", waiting, "waitingSince"
    from (select count(*)::int as events, min(received_at) as "firstAt", max(received_at) as "lastAt"
          from analytics_event) stored,
      (select count(*)::int as waiting, min(e.received_at) as "waitingSince"
       from analytics_forward join analytics_event e using (message_id)) forwarding`.execute(db)
  return rows[0]!
}
