import { problem } from '#server/platform/http/problems.ts'
import { liftSuppression } from '#server/platform/mail/address-trouble.ts'
import { lockMailedLink } from './action-proof.ts'
import { deleteLink } from './action-queries.ts'
import { endSessions } from './end-sessions.ts'
import { askEngine } from './ask-engine.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { deleteSession, markEmailVerified, type IdentityDb } from './identity-queries.ts'
import { securityVersion } from './security-events.ts'
import { admit, madeSession, type OpenSession } from './open-session.ts'
import { discountSignIn } from './recent-proof.ts'
import { hasSecondFactor } from './second-factor/factor-queries.ts'
import { requireSecondStep } from './second-factor/pending-sign-in.ts'
import { recordFactorProof } from './second-factor/require-factor.ts'
import type { Caller } from './session-cookie.ts'
import { endWaysIn } from './ways-in.ts'

/**
 * Signs in by a mailed link, on any device that knows the address it went to. It works once, for an hour. Following it
 * verifies the address. If the address was not verified before, the password and linked providers may be another
 * person's: they and their sessions end. Throws `invalid_action_code`, `expired_action_code` and `user_disabled`.
 */
export async function signInByLink(
  identity: IdentityDeps,
  { token, email }: { token: string; email: string },
  caller: Caller,
): Promise<OpenSession> {
  const { wasVerified, ...proof } = await identity.identityDb.transaction().execute(async (tx) => {
    const { link, user, tokenHash } = await lockMailedLink(tx, token, ['sign_in'])
    if (link.email !== email.toLowerCase()) throw problem('invalid_action_code')
    if (link.expired) throw problem('expired_action_code')
    await deleteLink(tx, tokenHash)
    if (!user.emailVerified) await endWaysIn(tx, user.uid, 'address_proved')
    await markEmailVerified(tx, user.uid, link.email)
    return { wasVerified: user.emailVerified, ...(await provedAccount(tx, user.uid)) }
  })
  // A mail to it has arrived.
  await liftSuppression(identity.db, email)
  if (wasVerified) await identity.accountChanged(proof.uid)
  else await endSessions(identity, proof.uid)
  return await startSession(identity, proof, caller)
}

/** A person who proved that an account is theirs, and how far its history went then. */
export interface AccountProof {
  uid: string
  securityVersion: string
  /** False where a provider did not say that it had just asked them: the session is no recent proof. */
  countsAsProof?: boolean
}

/** The account as it is proved now; to be read in the transaction of the proof, or before it. */
export async function provedAccount(db: IdentityDb, uid: string): Promise<AccountProof> {
  return { uid, securityVersion: await securityVersion(db, uid) }
}

/**
 * A new session for a member whose first proof was checked. Throws `second_step_required` where the account has a second
 * factor, `user_disabled`, `user_deleted` and `user_token_expired` where the proof is void by now.
 */
export async function startSession(
  identity: IdentityDeps,
  proof: AccountProof,
  caller: Caller,
): Promise<OpenSession> {
  await requireSecondStep(identity, proof)
  return await openNewSession(identity, proof, caller)
}

/** A new session for a member whose first and second factor were checked. Throws as `startSession` does. */
export async function startWholeSession(
  identity: IdentityDeps,
  proof: AccountProof,
  caller: Caller,
): Promise<OpenSession> {
  const session = await openNewSession(identity, proof, caller, { passedSecondFactor: true })
  await recordFactorProof(identity.identityDb, { uid: proof.uid, sessionId: session.sessionId })
  return session
}

/**
 * Where the account got another password or address since the proof, or was taken back, the session ends at once with
 * `user_token_expired`; where it got its first second factor, with `second_step_required`.
 */
async function openNewSession(
  identity: IdentityDeps,
  proof: AccountProof,
  caller: Caller,
  device: { passedSecondFactor?: boolean } = {},
): Promise<OpenSession> {
  const made = await askEngine(
    async () =>
      await identity.engine.api.startSession({
        body: { userId: proof.uid },
        headers: caller.headers,
        returnHeaders: true,
      }),
  )
  const session = await madeSession(identity, { token: made.response.token, cookies: made.headers })
  if (proof.countsAsProof === false) await discountSignIn(identity.identityDb, session.sessionId)
  // A change that commits from here on finds the session and ends it; one before shows in the mark.
  if ((await securityVersion(identity.identityDb, proof.uid)) !== proof.securityVersion) {
    await deleteSession(identity.identityDb, session.sessionId)
    throw problem('user_token_expired')
  }
  // One added since it was asked for: what waited for the session does not pass it by.
  if (!device.passedSecondFactor && (await hasSecondFactor(identity.identityDb, proof.uid))) {
    await deleteSession(identity.identityDb, session.sessionId)
    await requireSecondStep(identity, proof)
    throw problem('user_token_expired')
  }
  return await admit(identity, session, caller, device)
}
