import { problem } from '#server/platform/http/problems.ts'
import { hashToken, proveByCode } from './action-proof.ts'
import { deleteLink, lockLink, voidCode, type ActionLink } from './action-queries.ts'
import { applyEmailChange } from './change-email.ts'
import type { IdentityDeps } from './identity-deps.ts'
import {
  findIdentityUser,
  markEmailVerified,
  type IdentityDb,
  type IdentityUser,
} from './identity-queries.ts'

/**
 * Verifies an account's address by the newest mailed code: five tries, ten minutes. Throws `email_already_verified`,
 * `invalid_verification_code` (with `triesLeft`) and `expired_action_code`.
 */
export async function confirmByCode(identity: IdentityDeps, user: IdentityUser, code: string): Promise<void> {
  const { uid, email } = user
  if (user.emailVerified) {
    // A first try may have been committed and lost its answer, and the news of it too.
    await identity.accountChanged(uid)
    throw problem('email_already_verified')
  }
  await proveByCode(identity, { purpose: 'verify_email', email, code })
  await identity.identityDb.transaction().execute(async (tx) => {
    if (!(await markEmailVerified(tx, uid, email)))
      throw problem('expired_action_code', {
        detail: 'This code was sent to another address. Ask for a new one.',
      })
    await voidCode(tx, uid, 'verify_email')
  })
  await identity.accountChanged(uid)
}

/**
 * Follows a mailed link that says "this address is mine": of a new account, or of one that changes its address.
 * Answers whose it is, with or without a session. A link works once, for a day. Throws `invalid_action_code`,
 * `expired_action_code`, `email_already_verified` and `email_already_in_use`.
 */
export async function confirmByToken(identity: IdentityDeps, token: string): Promise<string> {
  const tokenHash = hashToken(token)
  const uid = await identity.identityDb.transaction().execute(async (tx) => {
    const link = await lockLink(tx, tokenHash, ['verify_email', 'change_email'])
    if (!link) throw problem('invalid_action_code')
    if (link.purpose === 'change_email') await applyEmailChange(tx, identity, link)
    else await verifyByLink(tx, link)
    await deleteLink(tx, tokenHash)
    return link.uid
  })
  await identity.accountChanged(uid)
  return uid
}

async function verifyByLink(tx: IdentityDb, link: ActionLink) {
  const user = await findIdentityUser(tx, link.uid)
  if (!user || user.email !== link.email) throw problem('invalid_action_code')
  if (user.emailVerified) throw problem('email_already_verified')
  if (link.expired) throw problem('expired_action_code')
  await markEmailVerified(tx, link.uid, link.email)
  await voidCode(tx, link.uid, 'verify_email')
}
