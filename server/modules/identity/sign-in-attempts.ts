import { sql } from 'kysely'
import { problem } from '#server/platform/http/problems.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { enqueueActionMail } from './request-action-mail.ts'

/** Failures of one address before it has to wait, and for how long they count. */
export const attemptsMax = 10
export const attemptsWindowMin = 15

/**
 * Counts an attempt before the password is looked at, so that parallel guesses count too.
 * Throws `too_many_requests` with `retryAfterSec`, for addresses we know and others alike.
 */
export async function countAttempt(identity: IdentityDeps, email: string): Promise<void> {
  const { identityDb, secret } = identity
  const { rows } = await sql<{ failures: number; ownerTold: boolean; retryAfterSec: number }>`
    insert into sign_in_attempts as known (email_hash, failures, window_ends_at)
    values (${emailHash(secret, email)}, 1, now() + make_interval(mins => ${attemptsWindowMin}))
    on conflict (email_hash) do update set
      failures = case when known.window_ends_at < now() then 1 else known.failures + 1 end,
      owner_told = known.owner_told and known.window_ends_at >= now(),
      window_ends_at = case when known.window_ends_at < now() then excluded.window_ends_at else known.window_ends_at end
    returning failures, owner_told as "ownerTold", greatest(1, ceil(extract(epoch from window_ends_at - now())))::int as "retryAfterSec"
  `.execute(identityDb)
  const { failures, ownerTold, retryAfterSec } = rows[0]!
  if (failures > attemptsMax) {
    if (!ownerTold) await tellOwner(identity, email)
    throw problem('too_many_requests', {
      detail: 'Too many wrong passwords for this address. Wait a while and try again.',
      members: { retryAfterSec },
      headers: { 'retry-after': String(retryAfterSec) },
    })
  }
}

/** The failures of an address that count by now, known or not. */
export async function failuresOf({ identityDb, secret }: IdentityDeps, email: string): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    select failures from sign_in_attempts
    where email_hash = ${emailHash(secret, email)} and window_ends_at >= now()`.execute(identityDb)
  return rows[0]?.failures ?? 0
}

/** Mails the owner once in each wait; the lookup and the mail are a job's, so that the answer's time says nothing. */
async function tellOwner(identity: IdentityDeps, email: string) {
  const { identityDb, secret } = identity
  await identityDb.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      update sign_in_attempts set owner_told = true
      where email_hash = ${emailHash(secret, email)} and not owner_told`.execute(tx)
    if (numAffectedRows === 1n) await enqueueActionMail(tx, identity, { purpose: 'tell_locked', email })
  })
}

/** A right password clears the count. */
export async function forgetAttempts({ identityDb, secret }: IdentityDeps, email: string): Promise<void> {
  await sql`delete from sign_in_attempts where email_hash = ${emailHash(secret, email)}`.execute(identityDb)
}

function emailHash(secret: IdentityDeps['secret'], email: string): Buffer {
  return secret.hash('sign-in attempts', email.toLowerCase())
}
