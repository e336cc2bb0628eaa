import { sql, type RawBuilder } from 'kysely'
import type { NotificationKindName } from '#contracts/notifications.constants.ts'
import { defaultChoices, isMandatory } from '#rules/notification-choices.ts'
import { isDisabled } from '#server/modules/accounts/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { holdNotifications } from './hold-notifications.ts'
import { columnsOf, type Notification } from './list-of-notifications.ts'
import type { TakenBack } from './taken-back-kinds.ts'

type TakenBackNotification = Extract<Notification, { kind: 'earning_refunded' | 'earning_taken_back' }>

/**
 * Notifies members, if and only if the transaction commits. A kind that knows what it is about is written once for each
 * member and thing, however often and by whomever it is called.
 */
export async function notifyMembers(tx: Tx, uids: string[], notification: Notification): Promise<void> {
  await write(tx, uids, notification, null)
}

async function write(
  tx: Tx,
  uids: string[],
  notification: Notification,
  gathersSince: Date | null,
): Promise<void> {
  const { kind, facts } = notification
  const { group, about, expiresAt, mailsDisabledItself, since } = columnsOf(notification)
  const { rows } = await sql<{ id: string }>`
    insert into notification (uid, kind, about, facts, expires_at, gathers_since, dispatched_at, in_app)
    select u.uid, ${kind}, ${about}, ${JSON.stringify(facts)}::jsonb, ${expiresAt}::timestamptz,
      ${gathersSince}::timestamptz,
      case when ${mailsDisabledItself}::boolean and ${isDisabled(sql`u.uid`)} then crels_now() end,
      ${isMandatory(group)}::boolean or coalesce(c.in_app, ${defaultChoices[group].inApp}::boolean)
    from unnest(${uids}::text[]) u (uid)
    left join notification_choice c on c.uid = u.uid and c.group_name = ${group}
    on conflict on constraint notification_once do nothing returning id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await holdNotifications(tx, ids, { since, mailsDisabled: isMandatory(group) && !mailsDisabledItself })
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
  const isAlike = sql`kind = 'click_review_decided' and facts - 'clicks' = ${JSON.stringify(alike)}::jsonb`
  const before = await takeUnsent(tx, uid, 'click_review_decided', isAlike)
  const facts = { ...alike, clicks: clicks + (before?.facts.clicks ?? 0) }
  await notifyMembers(tx, [uid], { kind: 'click_review_decided', facts })
}

/**
 * Notifies a member of crels that were taken back. What is not sent yet of the same cause becomes one with it: an operator
 * takes back many earnings by one act, and a brand refunds many sales at once. The caller has posted to the member's
 * accounts, so two of one member wait for each other; `readDebt` answers what the member owes now.
 */
export async function notifyTakenBack(
  tx: Tx,
  uid: string,
  { kind, facts }: TakenBackNotification,
  readDebt: () => Promise<number>,
): Promise<void> {
  const isAlike = isAlikeTakenBack('cause' in facts ? facts.cause : null)
  const before = await takeUnsent(tx, uid, kind, isAlike)
  const together = before ? await togetherWith(before.facts, facts, readDebt) : facts
  await write(tx, [uid], { kind, facts: together } as Notification, before?.since ?? null)
}

/** It names both kinds, as the index does from which they are looked up while accounts of the ledger are locked. */
export function isAlikeTakenBack(cause: string | null): RawBuilder<boolean> {
  return sql`kind in ('earning_refunded', 'earning_taken_back') and facts->>'cause' is not distinct from ${cause}`
}

/**
 * Takes out the oldest that is not sent yet, with the moment of the first of those that it is made of. Another row comes in
 * its place rather than another number: the member is notified of it again.
 */
async function takeUnsent<Kind extends NotificationKindName>(
  tx: Tx,
  uid: string,
  kind: Kind,
  isAlike: RawBuilder<unknown>,
): Promise<Unsent<Kind> | undefined> {
  for (const oldest of [
    sql`${heldSql(uid, kind, isAlike)} for update of n, h skip locked`,
    sql`${unsentSql(uid, kind, isAlike)} for update skip locked`,
  ]) {
    const { rows } = await sql<Unsent<Kind>>`
      delete from notification where id = (${oldest})
      returning facts, coalesce(gathers_since, created_at) as since`.execute(tx)
    if (rows[0]) return rows[0]
  }
  return undefined
}

interface Unsent<Kind extends NotificationKindName> {
  facts: Extract<Notification, { kind: Kind }>['facts']
  since: Date
}

/** The oldest of a kind that is not sent yet; `isAlike` names the kinds of an index, for a plan that is made for all kinds. */
export function unsentSql(
  uid: string,
  kind: NotificationKindName,
  isAlike: RawBuilder<unknown>,
): RawBuilder<{ id: string }> {
  return sql`
    select id from notification
    where uid = ${uid} and kind = ${kind} and dispatched_at is null and ${isAlike} order by id limit 1`
}

/** The oldest of a kind that is held back during an upgrade: hardly ever one. */
function heldSql(uid: string, kind: NotificationKindName, isAlike: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select n.id from notification n join notification_hold h on h.notification_id = n.id
    where h.uid = ${uid} and not h.is_dispatched and kind = ${kind} and ${isAlike} order by n.id limit 1`
}

/** What the member owes is what they owe now, where either of the two made it more: some of it may be filled since. */
async function togetherWith<Facts extends TakenBack>(
  before: Facts,
  now: Facts,
  readDebt: () => Promise<number>,
): Promise<Facts> {
  const isSame = before.campaign?.campaignId === now.campaign?.campaignId
  return {
    ...now,
    campaign: isSame ? now.campaign : null,
    crels: before.crels + now.crels,
    owed: now.owed === 0 && before.owed > 0 ? await readDebt() : now.owed,
  }
}

/** Takes back what is settled: it leaves the inbox, and is not sent any more. */
export async function withdrawNotification(
  tx: Tx,
  { kind, about }: { kind: NotificationKindName; about: string },
): Promise<void> {
  await sql`delete from notification where kind = ${kind} and about = ${about}`.execute(tx)
}
