import { sql } from 'kysely'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { localDate } from '#rules/local-date.ts'
import { nextDigest, quietHoursEnd } from '#rules/quiet-hours.ts'
import { findMember, type Member } from '#server/modules/accounts/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { inLanguage } from '#server/platform/language.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import type { DispatchDeps } from './dispatch-notifications.ts'
import {
  contentOf,
  isKnownKind,
  type Notification,
  type NotificationContent,
} from './list-of-notifications.ts'
import { choiceAbout, mayBeMailed, zoneOf } from './notification-choices.ts'

/** As many are named; of more it says how many there are. */
const named = 20

/**
 * Mails members what came together since the morning before: in their morning, once a date of theirs, and nothing where
 * nothing waits. Answers how many mails were sent; one that fails is logged and tried again.
 */
export async function sendDigests(deps: DispatchDeps, batch = 200): Promise<number> {
  let sent = 0
  for (let after = ''; ;) {
    const { rows } = await sql<{ uid: string }>`
      select distinct uid from notification_delivery
      where state = 'pending' and channel = 'mail' and due_at <= crels_now() and uid > ${after}
      order by uid limit ${batch}`.execute(deps.db)
    for (const { uid } of rows) {
      try {
        if (await inTransaction(deps.db, async (tx) => await sendDigest(tx, uid, deps))) sent += 1
      } catch (error) {
        // Whose it is stays out of the log, which outlives who leaves: the delivery is still `pending`.
        deps.log.error({ err: error }, 'digest not sent')
      }
    }
    if (rows.length < batch) return sent
    after = rows.at(-1)!.uid
  }
}

async function sendDigest(tx: Tx, uid: string, deps: DispatchDeps): Promise<boolean> {
  const member = await findMember(tx, uid)
  if (!member || member.state !== 'active' || !mayBeMailed(member)) return await drop(tx, uid)
  await sql`insert into notification_digest (uid) values (${uid}) on conflict do nothing`.execute(tx)
  // A concurrent run waits here, then finds the date taken.
  const { rows: last } = await sql<{ sentOn: string | null }>`
    select sent_on as "sentOn" from notification_digest where uid = ${uid} for update`.execute(tx)
  const now = (await databaseNow(tx)).getTime()
  const zone = zoneOf(member)
  const today = localDate(now, zone)
  // A second one that day, after a change of the zone, or one that is so late that it is night.
  if (last[0]?.sentOn === today || quietHoursEnd(now, zone) > now)
    return await postpone(tx, uid, nextDigest(now, zone))
  const contents = await inLanguage(member.language, async () => await takeDue(tx, member))
  if (contents.length === 0) return false
  await sql`update notification_digest set sent_on = ${today}::date where uid = ${uid}`.execute(tx)
  const mail = inLanguage(member.language, () => digestMail({ uid, to: member.email }, contents, deps))
  await deps.mailer.send(tx, mail)
  return true
}

/**
 * Marks what is due as sent and answers what it says, oldest first; what was read, is over or is not wanted any more is
 * dropped, and what has no words here waits.
 */
async function takeDue(
  tx: Tx,
  { uid, timeZone }: Pick<Member, 'uid' | 'timeZone'>,
): Promise<NotificationContent[]> {
  const { rows } = await sql<Notification & { id: string; isOver: boolean }>`
    select n.id, n.kind, n.facts,
      n.read_at is not null or coalesce(n.expires_at <= crels_now(), false) as "isOver"
    from notification_delivery d join notification n on n.id = d.notification_id
    where d.uid = ${uid} and d.state = 'pending' and d.channel = 'mail' and d.due_at <= crels_now() and ${isKnownKind}
    order by n.id for update of d`.execute(tx)
  const wanted: NotificationContent[] = []
  for (const { id, isOver, ...notification } of rows) {
    const content = contentOf(notification, { timeZone })
    const isWanted = !isOver && (await choiceAbout(tx, uid, content.group)).mail !== 'off'
    if (isWanted) wanted.push(content)
    await sql`
      update notification_delivery set state = ${isWanted ? 'sent' : 'dropped'}, settled_at = crels_now()
      where notification_id = ${id} and channel = 'mail'`.execute(tx)
  }
  return wanted
}

async function postpone(tx: Tx, uid: string, until: number): Promise<false> {
  await sql`
    update notification_delivery set due_at = ${new Date(until)}
    where uid = ${uid} and state = 'pending' and channel = 'mail' and due_at <= crels_now()`.execute(tx)
  return false
}

async function drop(tx: Tx, uid: string): Promise<false> {
  await sql`
    update notification_delivery set state = 'dropped', settled_at = crels_now()
    where uid = ${uid} and state = 'pending' and channel = 'mail'`.execute(tx)
  return false
}

function digestMail(
  { uid, to }: { uid: string; to: string },
  contents: NotificationContent[],
  { publicOrigin, unsubscribeUrl }: DispatchDeps,
) {
  const more = contents.length - named
  return composeMail({
    to,
    subject: m.notifications_digest_subject({ count: contents.length }),
    lines: [m.notifications_digest_hello()],
    items: contents.slice(0, named).map(({ title, lines, opens }) => ({
      title,
      text: lines.join(' '),
      url: `${publicOrigin}${opens.path}`,
    })),
    notes: more > 0 ? [m.notifications_digest_more({ count: more })] : [],
    action: { label: m.notifications_digest_action(), url: `${publicOrigin}${paths.home}` },
    unsubscribeUrl: unsubscribeUrl(uid, 'daily'),
  })
}
