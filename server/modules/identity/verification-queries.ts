import { sql } from 'kysely'
import type { IdentityDb } from './identity-queries.ts'

/** Minutes a code works, hours a link works, tries a code has, seconds between two mails. */
export const verificationLimits = { codeMinutes: 10, linkHours: 24, tries: 5, resendSec: 60 } as const

/** Makes this the account's only code, unless the last was sent less than 60 s ago; answers whether it did. */
export async function replaceCode(
  db: IdentityDb,
  { uid, email, codeHash }: { uid: string; email: string; codeHash: Buffer },
): Promise<boolean> {
  const { codeMinutes, tries, resendSec } = verificationLimits
  const { numAffectedRows } = await sql`
    insert into verification_code as last (uid, email, code_hash, expires_at, tries_left, sent_at)
    values (${uid}, ${email}, ${codeHash}, now() + make_interval(mins => ${codeMinutes}), ${tries}, now())
    on conflict (uid) do update set email = excluded.email, code_hash = excluded.code_hash,
      expires_at = excluded.expires_at, tries_left = excluded.tries_left, sent_at = excluded.sent_at
    where last.sent_at <= now() - make_interval(secs => ${resendSec})`.execute(db)
  return numAffectedRows === 1n
}

/** Seconds until the next mail may be sent. */
export async function secondsToResend(db: IdentityDb, uid: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from sent_at - now()) + ${verificationLimits.resendSec}))::int as seconds
    from verification_code where uid = ${uid}`.execute(db)
  return rows[0]?.seconds ?? 1
}

/** Uses up one try of the account's code, whatever the outcome; undefined when no code is alive. */
export async function takeTry(
  db: IdentityDb,
  uid: string,
): Promise<{ email: string; codeHash: Buffer; triesLeft: number } | undefined> {
  const { rows } = await sql<{ email: string; codeHash: Buffer; triesLeft: number }>`
    update verification_code set tries_left = tries_left - 1
    where uid = ${uid} and tries_left > 0 and expires_at > now()
    returning email, code_hash as "codeHash", tries_left as "triesLeft"`.execute(db)
  return rows[0]
}

export async function deleteCode(db: IdentityDb, uid: string): Promise<void> {
  // The row stays, since it says when the last mail was sent.
  await sql`update verification_code set tries_left = 0 where uid = ${uid}`.execute(db)
}

export async function insertLink(
  db: IdentityDb,
  { tokenHash, uid, email }: { tokenHash: Buffer; uid: string; email: string },
): Promise<void> {
  await sql`
    insert into verification_link (token_hash, uid, email, expires_at)
    values (${tokenHash}, ${uid}, ${email}, now() + make_interval(hours => ${verificationLimits.linkHours}))`.execute(
    db,
  )
}

export interface VerificationLink {
  uid: string
  email: string
  expired: boolean
}

/** A link, locked until the transaction ends, so that two uses at once are one after the other. */
export async function lockLink(tx: IdentityDb, tokenHash: Buffer): Promise<VerificationLink | undefined> {
  const { rows } = await sql<VerificationLink>`
    select uid, email, expires_at <= now() as expired from verification_link
    where token_hash = ${tokenHash} for update`.execute(tx)
  return rows[0]
}

export async function deleteLink(tx: IdentityDb, tokenHash: Buffer): Promise<void> {
  await sql`delete from verification_link where token_hash = ${tokenHash}`.execute(tx)
}
