import { sql } from 'kysely'
import { challengeMinutes } from '#server/platform/webauthn.ts'
import { hashToken, newToken } from '#server/platform/secret-token.ts'
import type { IdentityDb } from '../identity-queries.ts'

/** What an answer of a passkey is for; one that was made for something else, or elsewhere, is none. */
export interface ChallengeUse {
  purpose: 'add' | 'sign_in' | 'second_step' | 'proof'
  /** Null for a sign-in: who it is shows in the answer. */
  uid: string | null
  /** The session that asks, or the hash of the sign-in that waits; empty for a sign-in. */
  boundTo: string
}

/**
 * Expired challenges that go with each new one: they are made without a sign-in, and must not pile up until the hourly
 * job.
 */
const expiredAtOnce = 20

/** A challenge with 256 bits of chance; only its hash is kept. */
export async function newChallenge(db: IdentityDb, { purpose, uid, boundTo }: ChallengeUse): Promise<string> {
  const { token, tokenHash } = newToken()
  await sql`
    with expired as (
      select challenge_hash from passkey_challenge where expires_at < now()
      order by expires_at limit ${expiredAtOnce} for update skip locked
    ), gone as (
      delete from passkey_challenge where challenge_hash in (select challenge_hash from expired)
    )
    insert into passkey_challenge (challenge_hash, purpose, uid, bound_to, expires_at)
    values (${tokenHash}, ${purpose}, ${uid}, ${boundTo}, now() + make_interval(mins => ${challengeMinutes}))`.execute(
    db,
  )
  return token
}

/** Uses a challenge up, also where its answer is refused later; false where there is none such for this use. */
export async function takeChallenge(
  db: IdentityDb,
  challenge: string,
  { purpose, uid, boundTo }: ChallengeUse,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from passkey_challenge
    where challenge_hash = ${hashToken(challenge)} and purpose = ${purpose}
      and uid is not distinct from ${uid} and bound_to = ${boundTo} and expires_at > now()`.execute(db)
  return numAffectedRows === 1n
}
