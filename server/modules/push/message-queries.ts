import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'

/** A message that is this process's to send now. */
export interface DueMessage {
  id: number
  /** With the one that follows. */
  attempts: number
  topic: string
  payload: string
  /** Until it expires, in milliseconds. */
  leftMs: number
  subscriptionId: string
  uid: string
  endpoint: string
  p256dh: string
  auth: string
  failures: number
}

export interface TakeQuery {
  limit: number
  /** How many of them may go to browsers whose push service did not take the last message. */
  failingMax: number
  /** Members with an attempt under way: they have one at a time. */
  underWay: string[]
}

/**
 * Takes messages that are due, one a member, the longest due first. Each is counted as attempted and comes back after a
 * minute when the attempt has no result: a process that is killed loses none, and may send one twice, which the
 * browser shows once (its tag).
 */
export async function takeDue(db: Db, { limit, failingMax, underWay }: TakeQuery): Promise<DueMessage[]> {
  const { rows } = await sql<DueMessage>`
    with quiet as (${quietPutOff}), due as (
      select *, row_number() over (partition by uid order by next_attempt_at, id) as place
      from (select * from ${dueOf(sql`s.failures = 0`)} union all select * from ${dueOf(sql`s.failures > 0`)}) waiting
      where uid <> all (${underWay}::text[])
    ), fair as (
      select id, is_failing, row_number() over (partition by is_failing order by next_attempt_at, id) as place
      from due where place = 1
    ), taken as (
      select m.id from push_message m
      where m.id in (select id from fair where place <= case when is_failing then ${failingMax}::int else ${limit}::int end
                     order by is_failing, place limit ${limit})
        and m.next_attempt_at <= now() and not waits_after_restore()
      for update skip locked
    )
    update push_message m
    set attempts = attempts + 1, next_attempt_at = now() + interval '1 minute'
    from taken, push_subscription s
    where m.id = taken.id and s.id = m.subscription_id
    returning m.id, m.attempts, m.topic, m.payload, m.subscription_id as "subscriptionId", s.uid, s.endpoint, s.p256dh,
      s.auth, s.failures, (extract(epoch from m.expires_at - now()) * 1000)::bigint as "leftMs"`.execute(db)
  return rows
}

/** Whether a moment lies in the quiet hours of a message's member. */
function isQuiet(at: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce(${at} >= m.quiet_from and ${at} < m.quiet_until, false)`
}

/**
 * Puts those whose quiet hours began before they were sent off until their end, of the thousand that wait longest: they
 * are not looked through again every second of the night. None of them is taken by the same statement.
 */
const quietPutOff = sql`
  update push_message set next_attempt_at = quiet_until
  where id in (
    select m.id from push_message m
    where m.id in (select id from push_message where next_attempt_at <= now() order by next_attempt_at limit 1000)
      and ${isQuiet(sql`now()`)}
    for update skip locked)`

/** Of a crowd, such as news for every member, those that wait longest: the others have their turn in a moment. */
function dueOf(whose: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select m.id, s.uid, s.failures > 0 as is_failing, m.next_attempt_at
    from push_message m join push_subscription s on s.id = m.subscription_id
    where m.next_attempt_at <= now() and ${whose} and not ${isQuiet(sql`now()`)}
    order by m.next_attempt_at limit 1000) due_messages`
}

/** A message is with the push service: nothing of it stays here. */
export async function recordDelivered(tx: Tx, { id, subscriptionId }: DueMessage): Promise<void> {
  await lockSubscription(tx, subscriptionId)
  await sql`delete from push_message where id = ${id}`.execute(tx)
  await sql`
    update push_subscription set failures = 0, delivered_at = now() where id = ${subscriptionId}`.execute(tx)
}

/** A failed attempt: the message is sent again after `delayMs`, or dropped when that is null. Answers the failures. */
export async function recordFailed(
  tx: Tx,
  { id, subscriptionId }: DueMessage,
  delayMs: number | null,
): Promise<number> {
  await lockSubscription(tx, subscriptionId)
  if (delayMs === null) await sql`delete from push_message where id = ${id}`.execute(tx)
  else
    await sql`
      update push_message m
      set next_attempt_at = case when ${isQuiet(sql`t.at`)} then m.quiet_until else t.at end
      from (select now() + ${delayMs}::double precision * interval '1 millisecond' as at) t
      where m.id = ${id}`.execute(tx)
  // Of a message that is tried again only its end counts, but the first shows that the push service is failing.
  const { rows } = await sql<{ failures: number }>`
    update push_subscription set failures = case when ${delayMs === null}::boolean then failures + 1 else greatest(failures, 1) end
    where id = ${subscriptionId} returning failures`.execute(tx)
  return rows[0]?.failures ?? 0
}

/** Forgets a browser, with what waits for it. */
export async function forgetSubscription(db: Db, subscriptionId: string): Promise<void> {
  await sql`delete from push_subscription where id = ${subscriptionId}`.execute(db)
}

/** Drops messages whose time is over; answers how many. */
export async function dropExpired(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from push_message where expires_at <= now()`.execute(db)
  return Number(numAffectedRows)
}

/** Before its messages, as their enqueueing does: two that lock both wait for one another in no other order. */
async function lockSubscription(tx: Tx, id: string): Promise<void> {
  await sql`select from push_subscription where id = ${id} for update`.execute(tx)
}
