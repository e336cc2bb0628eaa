import { sql } from 'kysely'
import { normalEmail } from '#rules/normal-email.ts'
import type { Secret } from '#server/platform/secret.ts'
import { takeOf, type Limit } from './guess-limits.ts'
import type { IdentityDb } from './identity-queries.ts'

/** What a mailed code can do. */
export type CodePurpose = 'verify_email' | 'reset_password' | 'sign_in'

/** What a mailed link can do. */
export type LinkPurpose = CodePurpose | 'change_email' | TakeBackPurpose | 'disown_account'

/** Mailed with another address, and with a new second factor: for an owner who did neither. */
export type TakeBackPurpose = 'recover_email' | 'recover_factors'

export const takeBackPurposes: TakeBackPurpose[] = ['recover_email', 'recover_factors']

/** Minutes a code works, tries it has, seconds between two mails, mails a day that carry a code. */
export const codeLimits = { minutes: 10, tries: 5, resendSec: 60, perDay: 10 } as const

/** Hours a link works. */
export const linkHours: Record<LinkPurpose, number> = {
  verify_email: 24,
  reset_password: 1,
  sign_in: 1,
  change_email: 24,
  // Long enough for a person on holiday to take their account back.
  recover_email: 14 * 24,
  recover_factors: 14 * 24,
  disown_account: 14 * 24,
}

export interface NewCode {
  purpose: CodePurpose
  email: string
  emailHash: Buffer
  uid: string | null
  codeHash: Buffer
}

/**
 * Makes this the only code for a purpose and an address. Answers undefined within 60 s of the last mail, else whether
 * the mail may carry the code: after ten a day for one mailbox (aliases and accounts counted together), the code never
 * works, so that guessing gets 50 tries a day.
 */
export async function replaceCode(
  db: IdentityDb,
  secret: Secret,
  { email, ...code }: NewCode,
): Promise<{ usable: boolean } | undefined> {
  const { minutes, tries, resendSec } = codeLimits
  const { numAffectedRows } = await sql`
    insert into action_code as last (purpose, email_hash, uid, code_hash, expires_at, tries_left, sent_at)
    values (${code.purpose}, ${code.emailHash}, ${code.uid}, ${code.codeHash},
      now() + make_interval(mins => ${minutes}), ${tries}, now())
    on conflict (purpose, email_hash) do update set
      uid = excluded.uid, code_hash = excluded.code_hash, expires_at = excluded.expires_at,
      tries_left = excluded.tries_left, sent_at = excluded.sent_at
    where last.sent_at <= now() - make_interval(secs => ${resendSec})`.execute(db)
  if (numAffectedRows !== 1n) return undefined
  const full = await takeOf({ identityDb: db, secret }, [codesOf(code.purpose, email)])
  if (full)
    await sql`
      update action_code set tries_left = 0 where purpose = ${code.purpose} and email_hash = ${code.emailHash}`.execute(
      db,
    )
  return { usable: !full }
}

/** Mails with a code, of one mailbox and purpose. */
function codesOf(purpose: CodePurpose, email: string): Limit {
  return { name: `codes ${purpose}`, of: normalEmail(email), max: codeLimits.perDay, windowMin: 24 * 60 }
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
  await sql`
    update action_code set tries_left = 0, expires_at = '-infinity'
    where uid = ${uid} and purpose = ${purpose}`.execute(db)
}

/**
 * Uses up a code that was compared already, in the transaction of what it does; answers whether it was still this
 * account's. One that was voided meanwhile, or used at the same moment, is not: its time is -infinity then.
 */
export async function useCode(
  tx: IdentityDb,
  uid: string,
  { purpose, emailHash, codeHash }: Pick<NewCode, 'purpose' | 'emailHash' | 'codeHash'>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update action_code set tries_left = 0, expires_at = '-infinity'
    where purpose = ${purpose} and email_hash = ${emailHash} and code_hash = ${codeHash} and uid = ${uid}
      and expires_at > '-infinity'`.execute(tx)
  return numAffectedRows === 1n
}

export interface NewLink {
  tokenHash: Buffer
  purpose: LinkPurpose
  uid: string
  email: string
  nextEmail?: string
  /** False for one that is handed to a browser, or kept without a mail: it is never put off. */
  isMailed?: boolean
}

export async function insertLink(db: IdentityDb, link: NewLink): Promise<void> {
  const { tokenHash, purpose, uid, email, nextEmail = null, isMailed = true } = link
  await sql`
    insert into action_link (token_hash, purpose, uid, email, next_email, is_mailed, expires_at)
    values (${tokenHash}, ${purpose}, ${uid}, ${email}, ${nextEmail}, ${isMailed},
      now() + make_interval(hours => ${linkHours[purpose]}))`.execute(db)
}

export interface ActionLink {
  purpose: LinkPurpose
  uid: string
  email: string
  nextEmail: string | null
  expired: boolean
  /** A later link of any account has a higher one. */
  position: string
}

/** A link by its token's hash. */
export async function findLink(
  db: IdentityDb,
  tokenHash: Buffer,
  purposes: LinkPurpose[],
): Promise<ActionLink | undefined> {
  const { rows } = await sql<ActionLink>`
    select purpose, uid, email, next_email as "nextEmail", expires_at <= now() as expired, position::text
    from action_link where token_hash = ${tokenHash} and purpose = any(${purposes})`.execute(db)
  return rows[0]
}

/** Voids a link that took the account back, and those of changes made after it. Older ones stay. */
export async function deleteRecoverLinksSince(
  tx: IdentityDb,
  uid: string,
  { position }: Pick<ActionLink, 'position'>,
): Promise<void> {
  await sql`
    delete from action_link
    where uid = ${uid} and purpose = any(${takeBackPurposes}) and position >= ${position}::bigint`.execute(tx)
}

/** Until when an address that an account had can take it back; null where none can. */
export async function recoverableUntil(db: IdentityDb, uid: string): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`
    select max(expires_at) as until from action_link
    where uid = ${uid} and purpose = 'recover_email' and expires_at > now()`.execute(db)
  return rows[0]?.until ?? null
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

/**
 * Makes an account's newest link of these purposes, made and mailed within a day, work for an hour at least; answers
 * whether there is one. The link that was mailed works again, no other, and never for more than a day and an hour.
 */
export async function renewNewestLink(
  tx: IdentityDb,
  { uid, email, nextEmail = null }: { uid: string; email: string; nextEmail?: string | null },
  purposes: LinkPurpose[],
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update action_link set expires_at = greatest(expires_at, now() + interval '1 hour')
    where token_hash = (
      select token_hash from action_link
      where uid = ${uid} and email = ${email} and next_email is not distinct from ${nextEmail}
        and purpose = any(${purposes}) and is_mailed and made_at > now() - interval '1 day'
      order by position desc limit 1)`.execute(tx)
  return numAffectedRows === 1n
}

/** Voids every link of an account for these purposes. */
export async function deleteLinksOf(tx: IdentityDb, uid: string, purposes: LinkPurpose[]): Promise<void> {
  await sql`delete from action_link where uid = ${uid} and purpose = any(${purposes})`.execute(tx)
}
