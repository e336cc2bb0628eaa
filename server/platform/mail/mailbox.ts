import { sql } from 'kysely'
import type { Db, Tx } from '../database.ts'
import { forgetTrouble } from './address-trouble.ts'
import type { Mailer } from './mailer.ts'

/** How many mails the mailbox keeps. */
export const mailboxSize = 1_000

/** A mail in the mailbox. */
export interface SavedMail {
  id: number
  to: string
  subject: string
  text: string
  html: string
  sentAt: Date
}

/**
 * Keeps mail in the database instead of sending it. There is nothing to wait for, so the mail is written in the
 * caller's own transaction: it is there the moment that commits, with or without a worker.
 */
export function mailboxMailer(): Mailer {
  return {
    send: async (tx, { to, subject, text, html }) => {
      await sql`
        insert into public.dev_mail (recipient, subject, text, html) values (${to}, ${subject}, ${text}, ${html})`.execute(
        tx,
      )
      await forgetOldest(tx)
    },
    forget: forgetMail,
    failureTo: async () => null,
    counts: { sent: 0, bounced: 0, failed: 0 },
    jobs: [],
    close: () => {},
  }
}

/** Mails, newest first; of one recipient where given. */
export async function listMail(
  db: Db,
  { to, limit = 100 }: { to?: string; limit?: number },
): Promise<SavedMail[]> {
  const { rows } = await sql<SavedMail>`
    select id, recipient as "to", subject, text, html, sent_at as "sentAt" from dev_mail
    where ${to ?? null}::text is null or lower(recipient) = lower(${to ?? null})
    order by id desc limit ${limit}`.execute(db)
  return rows
}

/** One mail, or undefined. */
export async function findMail(db: Db, id: number): Promise<SavedMail | undefined> {
  const { rows } = await sql<SavedMail>`
    select id, recipient as "to", subject, text, html, sent_at as "sentAt" from dev_mail where id = ${id}`.execute(
    db,
  )
  return rows[0]
}

/** Mails to some addresses, and others that name one, as that about a changed address does. */
async function forgetMail(db: Db, addresses: string[]): Promise<number> {
  await forgetTrouble(db, addresses)
  await sql`
    delete from public.dev_mail m using unnest(${addresses}::text[]) a (address)
    where lower(m.recipient) = lower(a.address) or position(lower(a.address) in lower(m.text)) > 0`.execute(
    db,
  )
  return 0
}

async function forgetOldest(tx: Tx | Db) {
  // What another transaction is forgetting already is left to it: waiting for each other could deadlock.
  await sql`
    delete from public.dev_mail where id in (
      select id from public.dev_mail where id <= (
        select id from public.dev_mail order by id desc offset ${mailboxSize} limit 1)
      for update skip locked)`.execute(tx)
}
