import { problem } from '#server/platform/http/problems.ts'
import { hashToken, newToken } from './action-proof.ts'
import { deleteLinksOf, insertLink, lockLink } from './action-queries.ts'
import { endSessions } from './end-sessions.ts'
import type { IdentityDeps } from './identity-deps.ts'
import {
  deleteSocialLinks,
  findIdentityUser,
  isEmailTaken,
  noteSecurityEvent,
  setEmail,
} from './identity-queries.ts'

/**
 * Gives an account back to the address it had: for an owner who did not change it. Every session ends, every other
 * mailed link is void, and the answer carries the token with which to choose a new password at once, since whoever
 * changed the address may know the old one. Throws `invalid_action_code`, `expired_action_code` and
 * `email_already_in_use` where the old address belongs to another account by now.
 */
export async function recoverEmail(
  identity: IdentityDeps,
  token: string,
): Promise<{ email: string; resetToken: string }> {
  const { uid, ...recovered } = await identity.identityDb.transaction().execute(async (tx) => {
    const link = await lockLink(tx, hashToken(token), ['recover_email'])
    const user = link && (await findIdentityUser(tx, link.uid))
    if (!link || !user) throw problem('invalid_action_code')
    if (link.expired) throw problem('expired_action_code')
    const { uid, email } = link
    if (user.email !== email && (await isEmailTaken(tx, email))) throw problem('email_already_in_use')
    await setEmail(tx, uid, { email, emailVerified: true })
    // Whoever changed the address may have linked a provider's account that has it.
    await deleteSocialLinks(tx, uid)
    // Changes made after the one that is undone leave links too; they would take the account away again.
    await deleteLinksOf(tx, uid, [
      'recover_email',
      'change_email',
      'reset_password',
      'sign_in',
      'verify_email',
    ])
    await noteSecurityEvent(tx, uid, 'email_recovered')
    const reset = newToken()
    await insertLink(tx, { tokenHash: reset.tokenHash, purpose: 'reset_password', uid, email })
    return { uid, email, resetToken: reset.token }
  })
  await endSessions(identity, uid)
  return recovered
}
