import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'

/** A browser that is notified, as its member sees it. */
export interface SubscriptionRow {
  id: string
  endpoint: string
  userAgent: string
  createdAt: Date
}

const columns = sql`id, endpoint, user_agent as "userAgent", created_at as "createdAt"`

/** A member's browsers, the newest first. */
export async function subscriptionsOf(db: Db, uid: string): Promise<SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    select ${columns} from push_subscription where uid = ${uid} order by created_at desc, id desc`.execute(db)
  return rows
}

export interface NewSubscription {
  uid: string
  sessionId: string
  endpoint: string
  p256dh: string
  auth: string
  userAgent: string
}

/**
 * Keeps a browser's subscription in place of the one it had, whosever that was, and of its session's. What waits for a
 * subscription that stays the same still waits.
 */
export async function replaceSubscription(tx: Tx, to: NewSubscription): Promise<SubscriptionRow> {
  await sql`
    delete from push_subscription
    where (endpoint = ${to.endpoint} and (uid <> ${to.uid} or p256dh <> ${to.p256dh} or auth <> ${to.auth}))
       or (session_id = ${to.sessionId} and uid = ${to.uid} and endpoint <> ${to.endpoint})`.execute(tx)
  const { rows } = await sql<SubscriptionRow>`
    insert into push_subscription (uid, session_id, endpoint, p256dh, auth, user_agent)
    values (${to.uid}, ${to.sessionId}, ${to.endpoint}, ${to.p256dh}, ${to.auth}, ${to.userAgent})
    on conflict (endpoint) do update set
      uid = excluded.uid, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
      user_agent = excluded.user_agent, failures = 0
    returning ${columns}`.execute(tx)
  return rows[0]!
}

/** Forgets all but the newest of a member's browsers. */
export async function keepNewest(tx: Tx, uid: string, max: number): Promise<void> {
  await sql`
    delete from push_subscription where id in (
      select id from push_subscription where uid = ${uid} order by created_at desc, id desc offset ${max})`.execute(
    tx,
  )
}

export async function deleteSubscription(tx: Tx, { uid, id }: { uid: string; id: string }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from push_subscription where uid = ${uid} and id = ${id}`.execute(tx)
  return numAffectedRows === 1n
}

/** Whether a session of the embedded provider lasts; its end waits until the transaction has ended. */
export async function sessionLasts(tx: Tx, sessionId: string): Promise<boolean> {
  const { rows } = await sql<{ lasts: boolean }>`select push_session_lasts(${sessionId}) as lasts`.execute(tx)
  return rows[0]!.lasts
}
