import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import { aboutOf, type Notification } from './list-of-notifications.ts'

/**
 * Notifies members, if and only if the transaction commits. A kind that knows what it is about is written once for each
 * member and thing, however often and by whomever it is called.
 */
export async function notifyMembers(tx: Tx, uids: string[], notification: Notification): Promise<void> {
  const { kind, facts } = notification
  await sql`
    insert into notification (uid, kind, about, facts)
    select uid, ${kind}, ${aboutOf(notification)}, ${JSON.stringify(facts)}::jsonb
    from unnest(${uids}::text[]) uid
    on conflict on constraint notification_once do nothing`.execute(tx)
}

/**
 * Notifies a member of decided clicks. What is not sent yet of the same decision becomes one with it: an operator
 * decides hour by hour.
 */
export async function notifyDecidedClicks(
  tx: Tx,
  uid: string,
  { clicks, ...alike }: Extract<Notification, { kind: 'click_review_decided' }>['facts'],
): Promise<void> {
  // Another row rather than another number: the member is notified of it again.
  const { rows } = await sql<{ clicks: number }>`
    delete from notification
    where id = (select id from notification
                where uid = ${uid} and kind = 'click_review_decided' and dispatched_at is null
                  and facts - 'clicks' = ${JSON.stringify(alike)}::jsonb
                order by id limit 1 for update skip locked)
    returning (facts->>'clicks')::int as clicks`.execute(tx)
  const facts = { ...alike, clicks: clicks + (rows[0]?.clicks ?? 0) }
  await notifyMembers(tx, [uid], { kind: 'click_review_decided', facts })
}
