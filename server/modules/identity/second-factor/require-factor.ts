import { sql } from 'kysely'
import type { FactorProof } from '#contracts/second-factor.schemas.ts'
import { problem } from '#server/platform/http/problems.ts'
import { recordFactorDevice } from '../device-proof.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import type { IdentityDb } from '../identity-queries.ts'
import { recordProof, proofMinutes, requireRecentProof } from '../recent-proof.ts'
import type { Caller } from '../session-cookie.ts'
import { checkFactor } from './check-factor.ts'
import { hasSecondFactor } from './factor-queries.ts'

interface Actor {
  uid: string
  sessionId: string
}

/**
 * The member proves a second factor for this session; by a passkey also that they are there, since the device asked for
 * a fingerprint, a face or a PIN. Throws as `checkFactor` does, and `second_factor_missing`.
 */
export async function proveFactor(
  identity: IdentityDeps,
  actor: Actor,
  proof: FactorProof,
  caller: Pick<Caller, 'deviceToken' | 'userAgent' | 'country'>,
): Promise<void> {
  const { uid, sessionId } = actor
  await requireAnyFactor(identity.identityDb, uid)
  await checkFactor(identity, proof, { purpose: 'proof', uid, boundTo: sessionId }, caller)
  await recordFactorProof(identity.identityDb, actor)
  await recordFactorDevice(identity, uid, caller)
  if ('passkey' in proof) await recordProof(identity.identityDb, sessionId, uid)
}

/** Throws `second_factor_missing` where the account has none. */
export async function requireAnyFactor(db: IdentityDb, uid: string): Promise<void> {
  if (!(await hasSecondFactor(db, uid))) throw problem('second_factor_missing')
}

/** Counts from now on as a proof of a second factor by this session. */
export async function recordFactorProof(db: IdentityDb, { uid, sessionId }: Actor): Promise<void> {
  await sql`
    insert into session_proof (session_id, second_factor_at)
    select id, now() from auth_session where id = ${sessionId} and user_id = ${uid}
    on conflict (session_id) do update set second_factor_at = excluded.second_factor_at`.execute(db)
}

/** Refuses unless this session proved a second factor within ten minutes. Throws `requires_second_factor`. */
async function requireRecentFactor(db: IdentityDb, sessionId: string): Promise<void> {
  const { rows } = await sql<{ recent: boolean }>`
    select second_factor_at > now() - make_interval(mins => ${proofMinutes}) as recent
    from session_proof where session_id = ${sessionId}`.execute(db)
  if (!rows[0]?.recent) throw problem('requires_second_factor')
}

/**
 * Who may change second factors or a verified address: the member in person, and, once there is a second factor, with it
 * too, so that a stolen session and password remove neither. Throws `requires_recent_login` and
 * `requires_second_factor`.
 */
export async function requireFactorChange(db: IdentityDb, { uid, sessionId }: Actor): Promise<void> {
  await requireRecentProof(db, sessionId)
  if (await hasSecondFactor(db, uid)) await requireRecentFactor(db, sessionId)
}

/**
 * For what is done with a second factor only, where the operator wants that. Throws `second_factor_missing` and
 * `requires_second_factor`.
 */
export async function requireSecondFactor(db: IdentityDb, { uid, sessionId }: Actor): Promise<void> {
  await requireAnyFactor(db, uid)
  await requireRecentFactor(db, sessionId)
}
