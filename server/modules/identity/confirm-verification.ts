import { problem } from '#server/platform/http/problems.ts'
import { liftSuppression } from '#server/platform/mail/address-trouble.ts'
import { lockMailedLink, lockProvedAccount, proveByCode } from './action-proof.ts'
import { deleteLink, voidCode, type ActionLink, type LinkPurpose } from './action-queries.ts'
import { applyEmailChange } from './change-email.ts'
import { endSessions } from './end-sessions.ts'
import type { Limit } from './guess-limits.ts'
import type { IdentityDeps } from './identity-deps.ts'
import {
  findPasswordHash,
  markEmailVerified,
  type IdentityDb,
  type IdentityUser,
} from './identity-queries.ts'
import { requireGoodPassword } from './password-policy.ts'
import { checkPassword } from './recent-proof.ts'
import { choosePassword } from './reset-password.ts'
import { provedAccount, type AccountProof } from './sign-in-by-link.ts'
import type { Asker } from '#server/platform/mail/who-asked.ts'

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
  const proof = await proveByCode(identity, { purpose: 'verify_email', email, code })
  // A code mailed for another account is refused, even if that account had the address then.
  if (proof.uid !== uid) throw problem('expired_action_code', { detail: 'Ask for a new code.' })
  await identity.identityDb.transaction().execute(async (tx) => {
    await lockProvedAccount(tx, proof)
    await markEmailVerified(tx, uid, email)
  })
  // A mail to it has arrived.
  await liftSuppression(identity.db, email)
  await identity.accountChanged(uid)
}

/** A followed link; where the browser has no session of its account, with the account's password or a new one. */
export type FollowedLink = { token: string; password?: string; newPassword?: string }

const purposes: LinkPurpose[] = ['verify_email', 'change_email']

/**
 * Follows a mailed link that says "this address is mine": of a new account, or of one that changes its address. That
 * proves who reads the mail, not who made the account: without a session of the account (`sessionUid`) it needs the
 * account's password. A new account's link also takes a new password, which ends what was there before; a change of
 * address does not, since the new address may be mistyped and another person's. `signsIn` where the link and a password
 * opened a new account. A link works once, for a day. Throws `invalid_action_code`, `expired_action_code`,
 * `email_already_verified`, `email_already_in_use`, `password_required`, `invalid_credential`, `too_many_requests` and
 * `weak_password`.
 */
export async function confirmByToken(
  identity: IdentityDeps,
  { token, password, newPassword }: FollowedLink,
  { sessionUid, asker }: { sessionUid: string | null; asker: Asker },
): Promise<{ uid: string; signsIn: AccountProof | null }> {
  const { identityDb } = identity
  const seen = await identityDb.transaction().execute(async (tx) => await lockUsableLink(tx, token))
  const { uid } = seen.user
  const isHere = uid === sessionUid
  if (!isHere && password !== undefined)
    await checkPassword(identity, uid, password, linkLimits(seen.tokenHash))
  const isNew = newPassword !== undefined && seen.link.purpose === 'verify_email'
  const hash = isNew ? await hashNewPassword(identity, newPassword, seen.user) : null
  if (!isHere && password === undefined && hash === null) throw await passwordRequired(identityDb, seen)
  const proof = await identityDb.transaction().execute(async (tx) => {
    // A password that changed since it was compared has voided the link.
    const { link, user, tokenHash } = await lockUsableLink(tx, token)
    if (link.purpose === 'change_email') await applyEmailChange(tx, identity, link, asker)
    else if (hash !== null) await choosePassword(tx, user, hash)
    else await verify(tx, user)
    await deleteLink(tx, tokenHash)
    return await provedAccount(tx, uid)
  })
  await liftSuppression(identity.db, seen.link.email)
  if (hash === null) await identity.accountChanged(uid)
  else await endSessions(identity, uid)
  const signsIn = seen.link.purpose === 'verify_email' && (hash !== null || !isHere)
  return { uid, signsIn: signsIn ? proof : null }
}

async function lockUsableLink(tx: IdentityDb, token: string) {
  const found = await lockMailedLink(tx, token, purposes)
  if (found.link.purpose === 'verify_email' && found.user.emailVerified)
    throw problem('email_already_verified')
  if (found.link.expired) throw problem('expired_action_code')
  return found
}

async function verify(tx: IdentityDb, { uid, email }: IdentityUser) {
  await markEmailVerified(tx, uid, email)
  await voidCode(tx, uid, 'verify_email')
}

async function passwordRequired(db: IdentityDb, { link, user }: { link: ActionLink; user: IdentityUser }) {
  const hasPassword = (await findPasswordHash(db, user.uid)) !== undefined
  const mayChoose = link.purpose === 'verify_email'
  return problem('password_required', { members: { account: { email: user.email, hasPassword, mayChoose } } })
}

async function hashNewPassword(
  identity: IdentityDeps,
  password: string,
  { email, name }: IdentityUser,
): Promise<string> {
  await requireGoodPassword(identity, password, [email, name])
  return await identity.hasher.hash(password)
}

/** Wrong passwords with one link: ten in a quarter of an hour, 50 a day. Who has no link uses none of them up. */
function linkLimits(tokenHash: Buffer): Limit[] {
  const of = tokenHash.toString('hex')
  return [
    { name: 'proof_link', of, max: 10, windowMin: 15 },
    { name: 'proof_link_day', of, max: 50, windowMin: 24 * 60 },
  ]
}
