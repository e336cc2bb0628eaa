import { sql } from 'kysely'
import { problem } from '#server/platform/http/problems.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { findPasswordHash, type IdentityDb } from './identity-queries.ts'
import { countAttempt, forgetAttempts } from './sign-in-attempts.ts'

/** Minutes for which a sign-in, or a password given again, counts as proof that the member is there. */
export const proofMinutes = 10

/**
 * Refuses what only the member in person may do, unless this session signed in or gave the password again within
 * ten minutes. Throws `requires_recent_login`.
 */
export async function requireRecentProof(db: IdentityDb, sessionId: string): Promise<void> {
  const { rows } = await sql<{ recent: boolean }>`
    select greatest(s.created_at, p.proved_at) > now() - make_interval(mins => ${proofMinutes}) as recent
    from auth_session s left join session_proof p on p.session_id = s.id where s.id = ${sessionId}`.execute(
    db,
  )
  if (!rows[0]?.recent) throw problem('requires_recent_login')
}

/**
 * The member proves that they are there, by password. Counts as an attempt to sign in: throws `invalid_credential`
 * and `too_many_requests` as that does.
 */
export async function reauthenticate(
  identity: IdentityDeps,
  actor: { uid: string; email: string; sessionId: string },
  { password }: { password: string },
): Promise<void> {
  await provePassword(identity, actor, password)
  await noteProof(identity.identityDb, actor.sessionId, actor.uid)
}

/** Checks the password of a signed-in member. Throws `invalid_credential` and `too_many_requests`. */
export async function provePassword(
  identity: IdentityDeps,
  { uid, email }: { uid: string; email: string },
  password: string,
): Promise<void> {
  await countAttempt(identity, email)
  const hash = await findPasswordHash(identity.identityDb, uid)
  if (!hash || !(await identity.hasher.verify({ hash, password }))) throw problem('invalid_credential')
  await forgetAttempts(identity, email)
}

/** Counts from now on as a proof of this session; answers whether there is such a session of this member. */
export async function noteProof(db: IdentityDb, sessionId: string, uid: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into session_proof (session_id, proved_at)
    select id, now() from auth_session where id = ${sessionId} and user_id = ${uid} and expires_at > now()
    on conflict (session_id) do update set proved_at = excluded.proved_at`.execute(db)
  return numAffectedRows === 1n
}
