import { sql } from 'kysely'
import type { Logger } from 'pino'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import type { NotificationGroup } from '#rules/notification-choices.ts'
import { nextDigest } from '#rules/quiet-hours.ts'
import { findMember, type Member } from '#server/modules/accounts/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { PushContent } from '#server/modules/push/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { inLanguage } from '#server/platform/language.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import {
  contentOf,
  gatheringKinds,
  isKnownKind,
  type Notification,
  type NotificationContent,
} from './list-of-notifications.ts'
import { choiceAbout, mayBeMailed, mayRingFrom, zoneOf } from './notification-choices.ts'

export interface DispatchDeps {
  db: Db
  log: Logger
  mailer: Pick<Mailer, 'send'>
  /** Has every browser of a member notified with the transaction; answers how many there are. */
  queuePush(tx: Tx, uid: string, content: PushContent): Promise<number>
  publicOrigin: string
  /** Where a member stops mails of a group, or those of a day. */
  unsubscribeUrl(uid: string, stops: NotificationGroup | 'daily'): string
}

/**
 * Decides of all notifications that wait, the oldest first, whether they leave by mail and push, by the choices of this
 * moment, and enqueues the mails that leave at once. Each in a transaction that marks its notification: killed anywhere
 * it goes on at the next run, and two at once share them. Answers how many mails were sent; a notification that fails is
 * logged, does not stop the others and is tried again, and one that has no words here is left to a newer worker.
 */
export async function dispatchNotifications(deps: DispatchDeps, batch = 500): Promise<number> {
  let sent = 0
  for (let after = ''; ;) {
    const { rows } = await sql<{ id: string }>`
      select id from notification
      where dispatched_at is null and id > ${after} and ${isKnownKind}
        and not (kind = any(${gatheringKinds}::text[]) and created_at > crels_now() - interval '1 minute'
          and coalesce(gathers_since, created_at) > crels_now() - interval '15 minutes')
      order by id limit ${batch}`.execute(deps.db)
    for (const { id } of rows) {
      try {
        if (await inTransaction(deps.db, async (tx) => await dispatch(tx, id, deps))) sent += 1
      } catch (error) {
        deps.log.error({ err: error, notification: id }, 'notification not dispatched')
      }
    }
    if (rows.length < batch) return sent
    after = rows.at(-1)!.id
  }
}

type Row = Notification & { id: string; uid: string; expiresAt: Date | null }

async function dispatch(tx: Tx, id: string, deps: DispatchDeps): Promise<boolean> {
  const { rows } = await sql<Row>`
    update notification set dispatched_at = crels_now()
    where id = (select id from notification where id = ${id} and dispatched_at is null for update skip locked)
    returning id, uid, kind, facts, expires_at as "expiresAt"`.execute(tx)
  const notification = rows[0]
  const member = notification && (await findMember(tx, notification.uid))
  if (!member || member.state === 'deleted') return false
  return await inLanguage(member.language, async () => await dispatchTo(tx, member, notification, deps))
}

async function dispatchTo(tx: Tx, member: Member, notification: Row, deps: DispatchDeps): Promise<boolean> {
  const now = (await databaseNow(tx)).getTime()
  const content = contentOf(notification, member)
  const deliver = delivery(tx, notification)
  if (member.state === 'disabled') {
    if (!content.mailsDisabled || !mayBeMailed(member)) return false
    if (!(await deliver({ channel: 'mail', dueAt: now, isSent: true }))) return false
    await mailNow(tx, member, { ...content, opens: toHelp() }, deps)
    return true
  }
  const { mail, push } = await choiceAbout(tx, member.uid, content.group)
  if (push) await deliver({ channel: 'push', dueAt: await mayRingFrom(tx, member, now) })
  if (!mayBeMailed(member)) return false
  if (mail === 'daily') await deliver({ channel: 'mail', dueAt: nextDigest(now, zoneOf(member)) })
  if (mail !== 'now' || !(await deliver({ channel: 'mail', dueAt: now, isSent: true }))) return false
  await mailNow(tx, member, content, deps)
  return true
}

/** Where a member who cannot sign in is heard. */
const toHelp = () => ({ path: paths.help, label: m.common_write_to_us() })

/** Writes deliveries of a notification; false for one that would come when it is of no use any more. */
function delivery(tx: Tx, { id, uid, expiresAt }: Row) {
  return async ({
    channel,
    dueAt,
    isSent = false,
  }: {
    channel: 'mail' | 'push'
    dueAt: number
    isSent?: boolean
  }): Promise<boolean> => {
    if (expiresAt && expiresAt.getTime() <= dueAt) return false
    await sql`
      insert into notification_delivery (notification_id, uid, channel, due_at, state, settled_at)
      values (${id}, ${uid}, ${channel}, ${new Date(dueAt)}, ${isSent ? 'sent' : 'pending'},
        case when ${isSent}::boolean then crels_now() end)`.execute(tx)
    return true
  }
}

async function mailNow(
  tx: Tx,
  { uid, email }: Member,
  { group, isMandatory, title, lines, opens }: NotificationContent,
  { mailer, publicOrigin, unsubscribeUrl }: DispatchDeps,
): Promise<void> {
  const action = { label: opens.label, url: `${publicOrigin}${opens.path}` }
  const stop = isMandatory ? {} : { unsubscribeUrl: unsubscribeUrl(uid, group) }
  await mailer.send(tx, composeMail({ to: email, subject: title, lines, action, ...stop }))
}
