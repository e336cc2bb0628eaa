import { problem } from '#server/platform/http/problems.ts'
import { newToken } from '#server/platform/secret-token.ts'
import { lockMailedLink } from './action-proof.ts'
import { deleteRecoverLinksSince, insertLink, takeBackPurposes } from './action-queries.ts'
import { endSessions } from './end-sessions.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { isEmailTaken, setEmail } from './identity-queries.ts'
import { deleteFactorsSinceLink } from './second-factor/remove-factors.ts'
import { endWaysIn } from './ways-in.ts'

/**
 * Gives an account back to the address it had: for an owner who did not change it, or did not add a second factor.
 * Every session ends, and with them the password and every other way in, since the person who changed the address may
 * have made or known them; the answer carries the token with which to choose a new password at once. Recover links of
 * later changes are void, those of earlier ones stay: a thief's own link undoes nothing but what came after the
 * owner's. Throws `invalid_action_code`, `expired_action_code` and `email_already_in_use` where another account has
 * the old address.
 */
export async function recoverEmail(
  identity: IdentityDeps,
  token: string,
): Promise<{ email: string; resetToken: string }> {
  const { uid, ...recovered } = await identity.identityDb.transaction().execute(async (tx) => {
    const { link, user, tokenHash } = await lockMailedLink(tx, token, takeBackPurposes)
    if (link.expired) throw problem('expired_action_code')
    const { uid, email } = link
    if (user.email !== email && (await isEmailTaken(tx, email, uid))) throw problem('email_already_in_use')
    await setEmail(tx, uid, { email, emailVerified: true })
    await deleteFactorsSinceLink(tx, uid, tokenHash)
    await endWaysIn(tx, uid, 'email_recovered', { keepsPasskeys: true })
    await deleteRecoverLinksSince(tx, uid, link)
    const { tokenHash: resetHash, token: resetToken } = newToken()
    await insertLink(tx, { tokenHash: resetHash, purpose: 'reset_password', uid, email, isMailed: false })
    return { uid, email, resetToken }
  })
  await endSessions(identity, uid)
  return recovered
}
