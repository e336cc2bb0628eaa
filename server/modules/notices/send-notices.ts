import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { MailKind } from '#rules/mail-kinds.ts'
import { findMember, wantsMail } from '#server/modules/accounts/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { noticeContent } from './notice-mail.ts'
import type { Notice } from './notify-members.ts'

export interface NoticeDeps {
  db: Db
  log: Logger
  mailer: Pick<Mailer, 'send'>
  publicOrigin: string
  /** Where a member stops mails of a kind. */
  unsubscribeUrl(kind: MailKind): (uid: string) => string
}

/** Which choice a notice obeys; null is always sent. */
const choiceOf: Record<Notice['kind'], MailKind | null> = {
  appeal_answered: 'answers',
  claim_answered: 'answers',
  click_review_decided: 'answers',
  share_review_decided: 'answers',
  application_decided: 'answers',
  terms_changed: 'campaign_changes',
  removed: null,
}

/**
 * Makes the mails of all notices that wait, the oldest first, each in a transaction that removes its notice: killed
 * anywhere it goes on at the next run, and two at once share them. Answers how many mails were sent; one that fails is
 * logged, does not stop the others and is tried again.
 */
export async function sendNotices(deps: NoticeDeps, batch = 500): Promise<number> {
  let sent = 0
  for (let after = 0; ;) {
    const { rows } = await sql<{ id: number }>`
      select id from member_notice where id > ${after} order by id limit ${batch}`.execute(deps.db)
    for (const { id } of rows) {
      try {
        if (await inTransaction(deps.db, async (tx) => await send(tx, id, deps))) sent += 1
      } catch (error) {
        deps.log.error({ err: error, notice: id }, 'notice not sent')
      }
    }
    if (rows.length < batch) return sent
    after = rows.at(-1)!.id
  }
}

async function send(tx: Tx, id: number, deps: NoticeDeps): Promise<boolean> {
  const { rows } = await sql<Notice & { uid: string }>`
    delete from member_notice
    where id = (select id from member_notice where id = ${id} for update skip locked)
    returning uid, kind, facts`.execute(tx)
  const notice = rows[0]
  const member = notice && (await findMember(tx, notice.uid))
  if (!member || member.state !== 'active') return false
  const choice = choiceOf[notice.kind]
  if (choice !== null && !(await wantsMail(tx, member.uid, choice))) return false
  const content = noticeContent(notice, deps)
  const stop = choice === null ? {} : { unsubscribeUrl: deps.unsubscribeUrl(choice)(member.uid) }
  await deps.mailer.send(tx, composeMail({ to: member.email, ...content, ...stop }))
  return true
}
