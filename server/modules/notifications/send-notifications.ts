import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { MailKind } from '#rules/mail-kinds.ts'
import type { NotificationGroup } from '#rules/notification-choices.ts'
import { findMember, wantsMail } from '#server/modules/accounts/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { contentOf, type Notification } from './list-of-notifications.ts'

export interface SendDeps {
  db: Db
  log: Logger
  mailer: Pick<Mailer, 'send'>
  publicOrigin: string
  /** Where a member stops mails of a kind. */
  unsubscribeUrl(kind: MailKind): (uid: string) => string
}

/** Which choice a mail obeys; the others are always sent. */
const choiceOf: Partial<Record<NotificationGroup, MailKind>> = {
  answers: 'answers',
  campaign_changes: 'campaign_changes',
}

/**
 * Makes the mails of all notifications that wait, the oldest first, each in a transaction that marks its notification:
 * killed anywhere it goes on at the next run, and two at once share them. Answers how many mails were sent; one that
 * fails is logged, does not stop the others and is tried again.
 */
export async function sendNotifications(deps: SendDeps, batch = 500): Promise<number> {
  let sent = 0
  for (let after = ''; ;) {
    const { rows } = await sql<{ id: string }>`
      select id from notification where dispatched_at is null and id > ${after} order by id limit ${batch}`.execute(
      deps.db,
    )
    for (const { id } of rows) {
      try {
        if (await inTransaction(deps.db, async (tx) => await send(tx, id, deps))) sent += 1
      } catch (error) {
        deps.log.error({ err: error, notification: id }, 'notification not sent')
      }
    }
    if (rows.length < batch) return sent
    after = rows.at(-1)!.id
  }
}

async function send(tx: Tx, id: string, deps: SendDeps): Promise<boolean> {
  const { rows } = await sql<Notification & { uid: string }>`
    update notification set dispatched_at = crels_now()
    where id = (select id from notification where id = ${id} and dispatched_at is null for update skip locked)
    returning uid, kind, facts`.execute(tx)
  const notification = rows[0]
  const member = notification && (await findMember(tx, notification.uid))
  if (!member || member.state !== 'active') return false
  const { group, title, lines, opens } = contentOf(notification)
  const choice = choiceOf[group]
  if (choice !== undefined && !(await wantsMail(tx, member.uid, choice))) return false
  const stop = choice === undefined ? {} : { unsubscribeUrl: deps.unsubscribeUrl(choice)(member.uid) }
  const action = { label: opens.label, url: `${deps.publicOrigin}${opens.path}` }
  await deps.mailer.send(tx, composeMail({ to: member.email, subject: title, lines, action, ...stop }))
  return true
}
