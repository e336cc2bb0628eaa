import { sql } from 'kysely'
import { problem } from '#server/platform/http/problems.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { findPasswordHash, type IdentityDb } from './identity-queries.ts'
import { countGuess, giveBack, type Limit } from './guess-limits.ts'

/**
 * Minutes for which a sign-in, or a password given again, counts as proof that the member is there. A sign-in by a
 * provider that did not say that it had just asked is none (`discountSignIn`).
 */
export const proofMinutes = 10

/**
 * Refuses what only the member in person may do, unless this session signed in or gave the password again within
 * ten minutes. Throws `requires_recent_login`.
 */
export async function requireRecentProof(db: IdentityDb, sessionId: string): Promise<void> {
  const { rows } = await sql<{ recent: boolean }>`
    select greatest(case when p.sign_in_counts is not false then s.created_at end, p.proved_at)
      > now() - make_interval(mins => ${proofMinutes}) as recent
    from auth_session s left join session_proof p on p.session_id = s.id where s.id = ${sessionId}`.execute(
    db,
  )
  if (!rows[0]?.recent) throw problem('requires_recent_login')
}

/** Has the sign-in of a session that is not handed out yet count as no proof. */
export async function discountSignIn(db: IdentityDb, sessionId: string): Promise<void> {
  await sql`
    insert into session_proof (session_id, sign_in_counts) values (${sessionId}, false)
    on conflict (session_id) do update set sign_in_counts = false`.execute(db)
}

/**
 * Refuses what a session began that has ended by now: asked again under the account's lock, so that what waited for a
 * new password or an undone change does not come after it. Throws `user_token_expired`.
 */
export async function requireLivingSession(tx: IdentityDb, sessionId: string): Promise<void> {
  const { rows } = await sql`
    select from auth_session where id = ${sessionId} and expires_at > now()`.execute(tx)
  if (rows.length === 0) throw problem('user_token_expired')
}

/** The member proves that they are there, by password. Throws `invalid_credential` and `too_many_requests`. */
export async function reauthenticate(
  identity: IdentityDeps,
  actor: { uid: string; email: string; sessionId: string },
  { password }: { password: string },
): Promise<void> {
  await provePassword(identity, actor, password)
  await recordProof(identity.identityDb, actor.sessionId, actor.uid)
}

/**
 * Checks the password of a signed-in member. Guesses are counted by session: what others try at the sign-in does not
 * stop the member here, nor does what a thief of one session tries stop another. Throws `invalid_credential` and
 * `too_many_requests`.
 */
export async function provePassword(
  identity: IdentityDeps,
  { uid, sessionId }: { uid: string; sessionId: string },
  password: string,
): Promise<void> {
  await checkPassword(identity, uid, password, proofLimits(sessionId))
}

/** Compares a password, counted before it is looked at. Throws `invalid_credential` and `too_many_requests`. */
export async function checkPassword(
  identity: IdentityDeps,
  uid: string,
  password: string,
  limits: Limit[],
): Promise<void> {
  await countGuess(
    identity,
    limits,
    'Too many wrong passwords here. Wait a while, or choose a new one by e-mail.',
  )
  const hash = await findPasswordHash(identity.identityDb, uid)
  if (!hash || !(await identity.hasher.verify({ hash, password }))) throw problem('invalid_credential')
  await giveBack(identity, limits)
}

/** Wrong passwords of one session: ten in a quarter of an hour, 50 a day. */
function proofLimits(sessionId: string): Limit[] {
  return [
    { name: 'proof_session', of: sessionId, max: 10, windowMin: 15 },
    { name: 'proof_session_day', of: sessionId, max: 50, windowMin: 24 * 60 },
  ]
}

/** Counts from now on as a proof of this session; answers whether there is such a session of this member. */
export async function recordProof(db: IdentityDb, sessionId: string, uid: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into session_proof (session_id, proved_at)
    select id, now() from auth_session where id = ${sessionId} and user_id = ${uid} and expires_at > now()
    on conflict (session_id) do update set proved_at = excluded.proved_at`.execute(db)
  return numAffectedRows === 1n
}
