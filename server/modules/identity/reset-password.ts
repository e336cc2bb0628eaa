import { problem } from '#server/platform/http/problems.ts'
import { hashToken, proveByCode } from './action-proof.ts'
import { deleteLinksOf, lockLink, voidCode } from './action-queries.ts'
import { endSessions } from './end-sessions.ts'
import type { IdentityDeps } from './identity-deps.ts'
import {
  deleteSocialLinks,
  findIdentityUser,
  markEmailVerified,
  noteSecurityEvent,
  setPasswordHash,
} from './identity-queries.ts'
import type { IdentityDb } from './identity-queries.ts'
import { requireGoodPassword } from './password-policy.ts'
import { forgetAttempts } from './sign-in-attempts.ts'

/** By the mailed link's token, or by the mailed code and the address it went to. */
export type ResetProof = { token: string } | { email: string; code: string }

/**
 * Gives an account a new password, ends all its sessions and voids what else was mailed to it. Who can read the
 * address has thereby verified it. The password is judged before anything is used up. Answers the address. Throws `weak_password`,
 * `invalid_action_code`, `expired_action_code` and `invalid_verification_code`.
 */
export async function resetPassword(
  identity: IdentityDeps,
  proof: ResetProof,
  password: string,
): Promise<string> {
  await requireGoodPassword(password, identity.passwordRules, 'email' in proof ? [proof.email] : [])
  const hash = await identity.hasher.hash(password)
  const byCode = 'code' in proof ? await provedByCode(identity, proof) : undefined
  const user = await identity.identityDb.transaction().execute(async (tx) => {
    const uid = 'token' in proof ? await provedByLink(tx, proof.token) : byCode!
    const user = await findIdentityUser(tx, uid)
    if (!user) throw problem('invalid_action_code')
    await setPasswordHash(tx, uid, hash)
    // Nobody had verified the address: whoever came by another provider may be somebody else.
    if (!user.emailVerified) await deleteSocialLinks(tx, uid)
    await markEmailVerified(tx, uid, user.email)
    await deleteLinksOf(tx, uid, ['reset_password', 'sign_in', 'verify_email', 'change_email'])
    await voidCode(tx, uid, 'reset_password')
    await noteSecurityEvent(tx, uid, 'password_reset')
    return user
  })
  await endSessions(identity, user.uid)
  await forgetAttempts(identity, user.email)
  return user.email
}

async function provedByCode(identity: IdentityDeps, { email, code }: { email: string; code: string }) {
  const uid = await proveByCode(identity, { purpose: 'reset_password', email, code })
  // Nobody has this address, and nobody was mailed the code that was guessed right.
  if (uid === null) throw problem('expired_action_code')
  return uid
}

async function provedByLink(tx: IdentityDb, token: string): Promise<string> {
  const link = await lockLink(tx, hashToken(token), ['reset_password'])
  const user = link && (await findIdentityUser(tx, link.uid))
  if (!link || user?.email !== link.email) throw problem('invalid_action_code')
  if (link.expired) throw problem('expired_action_code')
  return link.uid
}
