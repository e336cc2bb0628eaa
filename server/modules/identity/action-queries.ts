import { sql } from 'kysely'
import type { IdentityDb } from './identity-queries.ts'

/** What a mailed code can do. */
export type CodePurpose = 'verify_email' | 'reset_password' | 'sign_in'

/** What a mailed link can do. */
export type LinkPurpose = CodePurpose | 'change_email' | 'recover_email'

/** Minutes a code works, tries it has, seconds between two mails, mails a day that carry a code. */
export const codeLimits = { minutes: 10, tries: 5, resendSec: 60, perDay: 10 } as const

/** Hours a link works. */
export const linkHours: Record<LinkPurpose, number> = {
  verify_email: 24,
  reset_password: 1,
  sign_in: 1,
  change_email: 24,
  // Long enough for somebody on holiday to take their account back.
  recover_email: 14 * 24,
}

export interface NewCode {
  purpose: CodePurpose
  emailHash: Buffer
  uid: string | null
  codeHash: Buffer
}

/**
 * Makes this the only code for a purpose and an address. Answers undefined within 60 s of the last mail, else whether
 * the mail may carry the code: beyond ten a day it is dead from the start, so that guessing gets 50 tries a day.
 */
export async function replaceCode(db: IdentityDb, code: NewCode): Promise<{ usable: boolean } | undefined> {
  const { minutes, tries, resendSec, perDay } = codeLimits
  const { rows } = await sql<{ usable: boolean }>`
    insert into action_code as last
      (purpose, email_hash, uid, code_hash, expires_at, tries_left, sent_at, sent_count, day_ends_at)
    values (${code.purpose}, ${code.emailHash}, ${code.uid}, ${code.codeHash},
      now() + make_interval(mins => ${minutes}), ${tries}, now(), 1, now() + interval '1 day')
    on conflict (purpose, email_hash) do update set
      uid = excluded.uid, code_hash = excluded.code_hash, expires_at = excluded.expires_at, sent_at = excluded.sent_at,
      tries_left = case when last.day_ends_at > now() and last.sent_count >= ${perDay} then 0 else ${tries} end,
      sent_count = case when last.day_ends_at > now() then last.sent_count + 1 else 1 end,
      day_ends_at = case when last.day_ends_at > now() then last.day_ends_at else excluded.day_ends_at end
    where last.sent_at <= now() - make_interval(secs => ${resendSec})
    returning tries_left > 0 as usable`.execute(db)
  return rows[0]
}

/** Seconds until the next mail may be sent. */
export async function secondsToResend(
  db: IdentityDb,
  { purpose, emailHash }: Pick<NewCode, 'purpose' | 'emailHash'>,
): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from sent_at - now()) + ${codeLimits.resendSec}))::int as seconds
    from action_code where purpose = ${purpose} and email_hash = ${emailHash}`.execute(db)
  return rows[0]?.seconds ?? 1
}

/** Uses up one try of a code, whatever the outcome; undefined when no code is alive. */
export async function takeTry(
  db: IdentityDb,
  { purpose, emailHash }: Pick<NewCode, 'purpose' | 'emailHash'>,
): Promise<{ uid: string | null; codeHash: Buffer; triesLeft: number } | undefined> {
  const { rows } = await sql<{ uid: string | null; codeHash: Buffer; triesLeft: number }>`
    update action_code set tries_left = tries_left - 1
    where purpose = ${purpose} and email_hash = ${emailHash} and tries_left > 0 and expires_at > now()
    returning uid, code_hash as "codeHash", tries_left as "triesLeft"`.execute(db)
  return rows[0]
}

/** Voids the account's code for a purpose. The row stays, since it says when the last mail was sent. */
export async function voidCode(db: IdentityDb, uid: string, purpose: CodePurpose): Promise<void> {
  await sql`update action_code set tries_left = 0 where uid = ${uid} and purpose = ${purpose}`.execute(db)
}

export interface NewLink {
  tokenHash: Buffer
  purpose: LinkPurpose
  uid: string
  email: string
  nextEmail?: string
}

export async function insertLink(db: IdentityDb, link: NewLink): Promise<void> {
  const { tokenHash, purpose, uid, email, nextEmail = null } = link
  await sql`
    insert into action_link (token_hash, purpose, uid, email, next_email, expires_at)
    values (${tokenHash}, ${purpose}, ${uid}, ${email}, ${nextEmail},
      now() + make_interval(hours => ${linkHours[purpose]}))`.execute(db)
}

export interface ActionLink {
  purpose: LinkPurpose
  uid: string
  email: string
  nextEmail: string | null
  expired: boolean
}

/** A link, locked until the transaction ends, so that two uses at once are one after the other. */
export async function lockLink(
  tx: IdentityDb,
  tokenHash: Buffer,
  purposes: LinkPurpose[],
): Promise<ActionLink | undefined> {
  const { rows } = await sql<ActionLink>`
    select purpose, uid, email, next_email as "nextEmail", expires_at <= now() as expired from action_link
    where token_hash = ${tokenHash} and purpose = any(${purposes}) for update`.execute(tx)
  return rows[0]
}

/** The address an account's newest wish for a change waits for; undefined when it waits for none. */
export async function findPendingEmail(
  db: IdentityDb,
  uid: string,
  email: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ nextEmail: string }>`
    select next_email as "nextEmail" from action_link
    where uid = ${uid} and purpose = 'change_email' and email = ${email} and expires_at > now()`.execute(db)
  return rows[0]?.nextEmail
}

export async function deleteLink(tx: IdentityDb, tokenHash: Buffer): Promise<void> {
  await sql`delete from action_link where token_hash = ${tokenHash}`.execute(tx)
}

/** Voids every link of an account for these purposes. */
export async function deleteLinksOf(tx: IdentityDb, uid: string, purposes: LinkPurpose[]): Promise<void> {
  await sql`delete from action_link where uid = ${uid} and purpose = any(${purposes})`.execute(tx)
}
