import { sql } from 'kysely'
import { forgetJobs } from '#server/platform/forget-jobs.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'
import { hashEmail } from './action-proof.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { actionMailJob, type ActionMailWish } from './request-action-mail.ts'

/**
 * The account goes with all that hangs on it: password, sessions, codes, links, known devices, security events;
 * requests for mail go too. What limits guesses and mails of its addresses stays until its window ends, after a day at
 * most, as keyed hashes (limit_count): a deletion would otherwise bring new guesses.
 */
export function identityErasure(identity: IdentityDeps): MemberErasure {
  const { identityDb, db, secret } = identity
  return {
    name: 'identity',
    erase: async ({ uid, addresses }) => {
      await sql`delete from auth_user where id = ${uid}`.execute(identityDb)
      await sql`delete from security_event where uid = ${uid}`.execute(identityDb)
      await sql`delete from outside_session where uid = ${uid}`.execute(identityDb)
      await sql`delete from outside_token where uid = ${uid}`.execute(identityDb)
      await sql`delete from ended_sign_in where uid = ${uid}`.execute(identityDb)
      for (const address of addresses) {
        await sql`
          update action_code set uid = null, tries_left = 0, code_hash = ''
          where email_hash = ${hashEmail(secret, address)}`.execute(identityDb)
      }
      const known = new Set(addresses.map((address) => address.toLowerCase()))
      await forgetJobs(db, actionMailJob, ({ sealed }) => known.has(addressIn(sealed)))
      await identity.accountChanged(uid)
    },
  }

  function addressIn(sealed: string): string {
    const wish = JSON.parse(secret.open(actionMailJob, 'job', sealed)) as ActionMailWish
    return wish.email.toLowerCase()
  }
}

/**
 * Every address an account has, had lately, or is about to have; proved are the verified one, and former ones by which
 * it could be taken back.
 */
export async function addressesOf(
  { identityDb }: IdentityDeps,
  uid: string,
): Promise<{ addresses: string[]; proved: string[] }> {
  const { rows } = await sql<{ address: string; isProved: boolean }>`
    select address, bool_or(is_proved) as "isProved" from (
      select email, email_verified from auth_user where id = ${uid}
      union all select email, purpose = 'recover_email' from action_link where uid = ${uid}
      union all select next_email, false from action_link where uid = ${uid} and next_email is not null
    ) known (address, is_proved) group by address`.execute(identityDb)
  return {
    addresses: rows.map(({ address }) => address),
    proved: rows.filter(({ isProved }) => isProved).map(({ address }) => address),
  }
}

/** The accounts behind tombstones (hashes of issuer and uid, in hexadecimal). */
export async function accountsUnder(
  { identityDb }: IdentityDeps,
  issuer: string,
  hashes: string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from auth_user
    where encode(sha256(convert_to(${issuer} || ' ' || id, 'UTF8')), 'hex') = any (${hashes})`.execute(
    identityDb,
  )
  return rows.map(({ id }) => id)
}
