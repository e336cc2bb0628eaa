import type { WayIn } from '#contracts/identity.schemas.ts'
import { problem } from '#server/platform/http/problems.ts'
import { liftSuppression } from '#server/platform/mail/address-trouble.ts'
import { hashToken } from '#server/platform/secret-token.ts'
import { lockMailedLink, lockProvedAccount, proveByCode } from './action-proof.ts'
import { findLink } from './action-queries.ts'
import { recordDevice } from './device-proof.ts'
import { endSessions } from './end-sessions.ts'
import type { IdentityDeps } from './identity-deps.ts'
import {
  deleteSessionsOf,
  findIdentityUser,
  markEmailVerified,
  setPasswordHash,
  type IdentityDb,
  type IdentityUser,
} from './identity-queries.ts'
import { recordSecurityEvent } from './security-events.ts'
import { requireGoodPassword } from './password-policy.ts'
import type { Caller } from './session-cookie.ts'
import { forgetAttempts } from './sign-in-attempts.ts'
import { endWaysIn, listWaysIn } from './ways-in.ts'

/** By the mailed link's token, or by the mailed code and the address it went to. */
export type ResetProof = { token: string } | { email: string; code: string }

/**
 * Gives an account a new password and ends all its sessions; what else was mailed to it is void. The proof verifies the
 * address it was mailed to; where that is its first proof, other ways in end too. The password is judged before anything
 * is used up. Answers the address, what else gets in, and the cookie by which this
 * browser is known: it signs in next. Throws `weak_password`, `invalid_action_code`, `expired_action_code` and
 * `invalid_verification_code`.
 */
export async function resetPassword(
  identity: IdentityDeps,
  proof: ResetProof,
  password: string,
  caller: Caller,
): Promise<{ email: string; waysIn: WayIn[]; deviceCookie: string }> {
  await requireGoodPassword(identity, password, await knownAbout(identity, proof))
  const hash = await identity.hasher.hash(password)
  const byCode = 'code' in proof ? await proveByCode(identity, { purpose: 'reset_password', ...proof }) : null
  const user = await identity.identityDb.transaction().execute(async (tx) => {
    const user = byCode
      ? await lockProvedAccount(tx, byCode)
      : await provedByLink(tx, (proof as { token: string }).token)
    // A code says no name before it is proved: once more, with what is known of the person. It is not used up by that.
    if (byCode) await requireGoodPassword(identity, password, [user.email, user.name])
    await choosePassword(tx, user, hash)
    return user
  })
  // A mail to it has arrived.
  await liftSuppression(identity.db, user.email)
  await endSessions(identity, user.uid)
  await forgetAttempts(identity, user.email, caller)
  const waysIn = await listWaysIn(identity, user.uid)
  return { email: user.email, waysIn, deviceCookie: await recordDevice(identity, user.uid, caller) }
}

/**
 * Gives a locked account, whose address the caller has just proved, this password in place of every earlier way in.
 * Accounts elsewhere stay only where the address had been proved before.
 */
export async function choosePassword(tx: IdentityDb, user: IdentityUser, hash: string): Promise<void> {
  const { uid, email, emailVerified } = user
  if (emailVerified) await recordSecurityEvent(tx, uid, 'password_reset')
  else await endWaysIn(tx, uid, 'password_reset')
  await setPasswordHash(tx, uid, hash)
  await markEmailVerified(tx, uid, email)
  await deleteSessionsOf(tx, uid)
}

async function provedByLink(tx: IdentityDb, token: string): Promise<IdentityUser> {
  const { link, user } = await lockMailedLink(tx, token, ['reset_password'])
  if (link.expired) throw problem('expired_action_code')
  return user
}

/** What the proof says of the person; not yet locked, since nothing is done with it but to judge the password. */
async function knownAbout({ identityDb }: IdentityDeps, proof: ResetProof): Promise<string[]> {
  if ('email' in proof) return [proof.email]
  const link = await findLink(identityDb, hashToken(proof.token), ['reset_password'])
  const user = link && (await findIdentityUser(identityDb, link.uid))
  return user ? [user.email, user.name] : []
}
