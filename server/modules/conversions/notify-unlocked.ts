import { sql } from 'kysely'
import type { Logger } from 'pino'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { findMemberByParty, wantsMail } from '#server/modules/accounts/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import { inTransaction } from '#server/platform/transaction.ts'

/** Crels that became a member's to spend; none where a debt took all. */
export interface Unlocking {
  party: string
  crels: number
}

export interface NotifyUnlockedDeps {
  db: Db
  log: Logger
  mailer: Pick<Mailer, 'send'>
  publicOrigin: string
  /** Where a member stops such mails. */
  unsubscribeUrl(uid: string): string
}

/** At most one such mail in this time; what becomes available meanwhile is in the next. */
const everyMs = 86_400_000

/** Adds to what the next mail says, in the transaction that makes it theirs. */
export async function recordUnlocked(tx: Tx, { party, crels }: Unlocking): Promise<void> {
  if (crels === 0) return
  await sql`
    insert into unlock_notice as n (party, crels, notified_at) values (${party}, ${crels}, '-infinity')
    on conflict (party) do update set crels = n.crels + excluded.crels`.execute(tx)
}

/**
 * Mails members what became available since the last such mail, at most once in 24 hours. A member who wants no such
 * mail is skipped: those crels are in no later mail. Answers how many mails were sent; a failed one is logged and repeated at the next run.
 */
export async function notifyUnlocked(deps: NotifyUnlockedDeps, batch = 200): Promise<number> {
  const now = await databaseNow(deps.db)
  const before = new Date(now.getTime() - everyMs)
  let notified = 0
  for (let after = { party: '', notifiedAt: '-infinity' }; ;) {
    const { rows } = await sql<typeof after>`
      select party, notified_at::text as "notifiedAt" from unlock_notice
      where crels > 0 and notified_at <= ${before}
        and (notified_at, party) > (${after.notifiedAt}::timestamptz, ${after.party})
      order by notified_at, party limit ${batch}`.execute(deps.db)
    for (const { party } of rows) {
      try {
        if (await inTransaction(deps.db, async (tx) => await notify(tx, party, { now, before }, deps)))
          notified += 1
      } catch (error) {
        deps.log.error({ err: error, party }, 'unlocked crels not notified')
      }
    }
    if (rows.length < batch) return notified
    after = rows.at(-1)!
  }
}

async function notify(
  tx: Tx,
  party: string,
  { now, before }: { now: Date; before: Date },
  { mailer, publicOrigin, unsubscribeUrl }: NotifyUnlockedDeps,
): Promise<boolean> {
  // A concurrent run waits here, then finds no crels to notify of.
  const { rows } = await sql<{ crels: number }>`
    select crels from unlock_notice where party = ${party} and crels > 0 and notified_at <= ${before}
    for update`.execute(tx)
  const crels = rows[0]?.crels
  if (crels === undefined) return false
  await sql`update unlock_notice set crels = 0, notified_at = ${now} where party = ${party}`.execute(tx)
  const member = await findMemberByParty(tx, party)
  if (!member || !(await wantsMail(tx, member.uid, 'earning_unlocked'))) return false
  const words = { count: crels, crels: new Intl.NumberFormat('en').format(crels) }
  const mail = composeMail({
    to: member.email,
    subject: m.mail_unlocked_subject(words),
    lines: [m.mail_unlocked_hello(words)],
    action: { label: m.mail_unlocked_action(), url: `${publicOrigin}${paths.crels('wallet')}` },
    unsubscribeUrl: unsubscribeUrl(member.uid),
  })
  await mailer.send(tx, mail)
  return true
}
