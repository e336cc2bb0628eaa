import { sql } from 'kysely'
import type { NotificationKindName } from '#contracts/notifications.constants.ts'
import { defaultChoices, isMandatory } from '#rules/notification-choices.ts'
import type { Tx } from '#server/platform/database.ts'
import { columnsOf, type Notification } from './list-of-notifications.ts'
import type { TakenBack } from './taken-back-kinds.ts'

/**
 * Notifies members, if and only if the transaction commits. A kind that knows what it is about is written once for each
 * member and thing, however often and by whomever it is called.
 */
export async function notifyMembers(tx: Tx, uids: string[], notification: Notification): Promise<void> {
  const { kind, facts } = notification
  const { group, about, expiresAt } = columnsOf(notification)
  await sql`
    insert into notification (uid, kind, about, facts, expires_at, in_app)
    select u.uid, ${kind}, ${about}, ${JSON.stringify(facts)}::jsonb, ${expiresAt}::timestamptz,
      ${isMandatory(group)}::boolean or coalesce(c.in_app, ${defaultChoices[group].inApp}::boolean)
    from unnest(${uids}::text[]) u (uid)
    left join notification_choice c on c.uid = u.uid and c.group_name = ${group}
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

/**
 * Notifies a member of crels that were taken back. What is not sent yet of the same cause becomes one with it: an operator
 * takes back many earnings by one act, and a brand refunds many sales at once. The caller has posted to the member's
 * accounts, so two of one member wait for each other.
 */
export async function notifyTakenBack(
  tx: Tx,
  uid: string,
  { kind, facts }: Extract<Notification, { kind: 'earning_refunded' | 'earning_taken_back' }>,
): Promise<void> {
  const { rows } = await sql<{ facts: typeof facts }>`
    delete from notification
    where id = (select id from notification
                where uid = ${uid} and kind = ${kind} and dispatched_at is null
                  and facts->>'cause' is not distinct from ${'cause' in facts ? facts.cause : null}
                order by id limit 1 for update skip locked)
    returning facts`.execute(tx)
  const before = rows[0]?.facts
  await notifyMembers(tx, [uid], {
    kind,
    facts: before ? togetherWith(before, facts) : facts,
  } as Notification)
}

/** What the member owes is what they owe now, where either of the two made it more. */
function togetherWith<Facts extends TakenBack>(before: Facts, now: Facts): Facts {
  const isSame = before.campaign?.campaignId === now.campaign?.campaignId
  return {
    ...now,
    campaign: isSame ? now.campaign : null,
    crels: before.crels + now.crels,
    owed: now.owed === 0 ? before.owed : now.owed,
  }
}

/** Takes back what is settled: it leaves the inbox, and is not sent any more. */
export async function withdrawNotification(
  tx: Tx,
  { kind, about }: { kind: NotificationKindName; about: string },
): Promise<void> {
  await sql`delete from notification where kind = ${kind} and about = ${about}`.execute(tx)
}
