import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { problem } from '#server/platform/http/problems.ts'
import { hashToken, newToken } from '#server/platform/secret-token.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { findIdentityUser, findPasswordHash, type IdentityDb } from '../identity-queries.ts'
import { securityVersion } from '../security-events.ts'
import { checkStanding } from '../open-session.ts'
import type { ChallengeUse } from '../passkeys/passkey-challenge.ts'
import type { AccountProof } from '../sign-in-by-link.ts'
import { hasSecondFactor } from './factor-queries.ts'

/** Minutes a sign-in waits for its second step, and wrong codes until it has to begin anew. */
const pendingMinutes = 10
const pendingTries = 5

/** A sign-in whose first step is done, and proved the account. */
export interface PendingSignIn extends AccountProof {
  triesLeft: number
  tokenHash: Buffer
}

/**
 * Stops a sign-in whose account has a second factor: it is finished by `confirmSecondStep` in the same browser, which
 * is given a cookie. Throws `second_step_required`, `user_disabled` and `user_deleted`.
 */
export async function requireSecondStep(identity: IdentityDeps, proof: AccountProof): Promise<void> {
  const { uid } = proof
  const { identityDb, publicOrigin } = identity
  if (!(await hasSecondFactor(identityDb, uid))) return
  await checkStanding(identity, uid)
  const digest = await accountDigest(identityDb, uid)
  if (!digest) throw problem('user_deleted')
  const { token, tokenHash } = newToken()
  await sql`
    insert into pending_sign_in
      (token_hash, uid, account_digest, security_version, counts_as_proof, tries_left, expires_at)
    values (${tokenHash}, ${uid}, ${digest}, ${proof.securityVersion}, ${proof.countsAsProof ?? true}, ${pendingTries},
      now() + make_interval(mins => ${pendingMinutes}))`.execute(identityDb)
  throw problem('second_step_required', { headers: { 'set-cookie': setCookie(publicOrigin, token) } })
}

/**
 * The sign-in that this browser began, with one try taken before anything is compared; undefined where there is none,
 * or its address or password is another by now.
 */
export async function takePendingTry(
  db: IdentityDb,
  token: string | undefined,
): Promise<PendingSignIn | undefined> {
  if (token === undefined) return undefined
  const tokenHash = hashToken(token)
  const { rows } = await sql<Begun & { triesLeft: number }>`
    update pending_sign_in set tries_left = tries_left - 1
    where token_hash = ${tokenHash} and tries_left > 0 and expires_at > now()
    returning uid, account_digest as digest, security_version as "securityVersion", counts_as_proof as "countsAsProof",
      tries_left as "triesLeft"`.execute(db)
  const found = rows[0]
  if (!found || !(await isUnchanged(db, found))) return undefined
  const { uid, securityVersion, countsAsProof, triesLeft } = found
  return { uid, securityVersion, countsAsProof, triesLeft, tokenHash }
}

/** Whose sign-in this browser began; undefined where there is none that can be finished. */
export async function findPending(db: IdentityDb, token: string | undefined): Promise<string | undefined> {
  if (token === undefined) return undefined
  const { rows } = await sql<Begun>`
    select uid, account_digest as digest, security_version as "securityVersion" from pending_sign_in
    where token_hash = ${hashToken(token)} and tries_left > 0 and expires_at > now()`.execute(db)
  const found = rows[0]
  return found && (await isUnchanged(db, found)) ? found.uid : undefined
}

/** The account as it was when the first step was proved. */
interface Begun extends AccountProof {
  digest: Buffer
}

/** Compares both: a password changed between the first proof and the digest shows in the version only. */
async function isUnchanged(db: IdentityDb, begun: Begun): Promise<boolean> {
  if ((await securityVersion(db, begun.uid)) !== begun.securityVersion) return false
  return (await accountDigest(db, begun.uid))?.equals(begun.digest) ?? false
}

/** What a passkey's answer is for that finishes the sign-in of a cookie. */
export function stepUse(uid: string, token: string): ChallengeUse & { uid: string } {
  return { purpose: 'second_step', uid, boundTo: hashToken(token).toString('hex') }
}

/** Uses the sign-in up; false where another request did. */
export async function deletePending(db: IdentityDb, tokenHash: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from pending_sign_in where token_hash = ${tokenHash}`.execute(db)
  return numAffectedRows === 1n
}

/** Voids what waits for a second step of this account. */
export async function deletePendingOf(db: IdentityDb, uid: string): Promise<void> {
  await sql`delete from pending_sign_in where uid = ${uid}`.execute(db)
}

/** Hashes address and password as they are: a change of either voids the first step. */
async function accountDigest(db: IdentityDb, uid: string): Promise<Buffer | undefined> {
  const user = await findIdentityUser(db, uid)
  if (!user) return undefined
  const hash = (await findPasswordHash(db, uid)) ?? ''
  return createHash('sha256').update(`${uid}\n${user.email}\n${hash}`).digest()
}

/** Out of reach of scripts and other sites; over https no other host can set it. */
function cookie(publicOrigin: string) {
  const secure = publicOrigin.startsWith('https:')
  return {
    name: secure ? '__Host-crels_second_step' : 'crels_second_step',
    attributes: { httpOnly: true, sameSite: 'strict', secure, path: '/' },
  } as const
}

function setCookie(publicOrigin: string, token: string): string {
  const { name, attributes } = cookie(publicOrigin)
  const secure = attributes.secure ? '; Secure' : ''
  return `${name}=${token}; Max-Age=${pendingMinutes * 60}; Path=/; HttpOnly; SameSite=Strict${secure}`
}

/** The secret of the sign-in that this browser began. */
export function pendingToken(request: FastifyRequest, publicOrigin: string): string | undefined {
  return request.cookies[cookie(publicOrigin).name]
}

/** Takes the cookie of a begun sign-in back. */
export function clearPendingCookie(reply: FastifyReply, publicOrigin: string): void {
  const { name, attributes } = cookie(publicOrigin)
  reply.clearCookie(name, attributes)
}
