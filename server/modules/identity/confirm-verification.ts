import { timingSafeEqual } from 'node:crypto'
import { problem } from '#server/platform/http/problems.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { findIdentityUser, markEmailVerified, type IdentityUser } from './identity-queries.ts'
import { hashCode, hashToken } from './send-verification.ts'
import { deleteCode, deleteLink, lockLink, takeTry } from './verification-queries.ts'

/**
 * Verifies an account's address by the newest mailed code: five tries, ten minutes. Throws `email_already_verified`,
 * `invalid_verification_code` (with `triesLeft`) and `expired_action_code`.
 */
export async function confirmByCode(identity: IdentityDeps, user: IdentityUser, code: string): Promise<void> {
  const { identityDb, secret } = identity
  if (user.emailVerified) throw problem('email_already_verified')
  // Taken before the comparison and kept whatever it says, so that parallel guesses are counted one by one.
  const tried = await takeTry(identityDb, user.uid)
  if (!tried)
    throw problem('expired_action_code', { detail: 'This code no longer works. Ask for a new one.' })
  if (!timingSafeEqual(tried.codeHash, hashCode(secret, user.uid, code)))
    throw problem('invalid_verification_code', { members: { triesLeft: tried.triesLeft } })
  await identityDb.transaction().execute(async (tx) => {
    if (!(await markEmailVerified(tx, user.uid, tried.email)))
      throw problem('expired_action_code', {
        detail: 'This code was sent to another address. Ask for a new one.',
      })
    await deleteCode(tx, user.uid)
  })
  await identity.accountChanged(user.uid)
}

/**
 * Verifies the address of a mailed link, with or without a session; answers whose it is. A link works once, for a
 * day. Throws `invalid_action_code`, `expired_action_code` and `email_already_verified`.
 */
export async function confirmByToken(identity: IdentityDeps, token: string): Promise<string> {
  const uid = await identity.identityDb.transaction().execute(async (tx) => {
    const tokenHash = hashToken(token)
    const link = await lockLink(tx, tokenHash)
    if (!link) throw problem('invalid_action_code')
    const user = await findIdentityUser(tx, link.uid)
    if (!user || user.email !== link.email) throw problem('invalid_action_code')
    if (user.emailVerified) throw problem('email_already_verified')
    if (link.expired) throw problem('expired_action_code')
    await markEmailVerified(tx, link.uid, link.email)
    await deleteLink(tx, tokenHash)
    await deleteCode(tx, link.uid)
    return link.uid
  })
  await identity.accountChanged(uid)
  return uid
}
