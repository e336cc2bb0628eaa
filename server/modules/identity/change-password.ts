import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { findIdentityUser, findPasswordHash, lockIdentityUser, setPasswordHash } from './identity-queries.ts'
import { recordSecurityEvent } from './security-events.ts'
import { requireGoodPassword } from './password-policy.ts'
import { provePassword, requireLivingSession, requireRecentProof } from './recent-proof.ts'
import { deleteOtherSessions } from './session-queries.ts'
import { mailAccount } from '#server/modules/accounts/public.ts'
import { composeChangeMail, type Asker } from '#server/platform/mail/who-asked.ts'

/** A member's own request for another password; `current` is left out by who has none yet. */
export interface PasswordChange {
  current?: string
  next: string
}

/**
 * Changes the password of a signed-in member, who stays signed in here and nowhere else, and mails that to a verified address. Who has none yet proves
 * themselves by a recent sign-in. Throws `weak_password`, `invalid_credential`, `too_many_requests` and
 * `requires_recent_login`.
 */
export async function changePassword(
  identity: IdentityDeps,
  actor: { uid: string; email: string; sessionId: string; asker: Asker },
  { current, next }: PasswordChange,
): Promise<void> {
  const { identityDb, hasher } = identity
  const named = await findIdentityUser(identityDb, actor.uid)
  await requireGoodPassword(identity, next, [actor.email, named?.name ?? ''])
  const hasPassword = (await findPasswordHash(identityDb, actor.uid)) !== undefined
  if (hasPassword) await provePassword(identity, actor, current ?? '')
  else await requireRecentProof(identityDb, actor.sessionId)
  const hash = await hasher.hash(next)
  await identityDb.transaction().execute(async (tx) => {
    // An owner may have chosen another password while this one was hashed: their reset ended the session.
    const user = await lockIdentityUser(tx, actor.uid)
    await requireLivingSession(tx, actor.sessionId)
    await setPasswordHash(tx, actor.uid, hash)
    await deleteOtherSessions(tx, actor.uid, actor.sessionId)
    await recordSecurityEvent(tx, actor.uid, 'password_changed')
    // An address that was never verified may be a stranger's.
    if (user?.emailVerified)
      await mailAccount(tx, identity.mailer, actor.uid, () => changedMail(actor, identity.publicOrigin))
  })
  await identity.accountChanged(actor.uid)
}

function changedMail({ email: to, asker }: { email: string; asker: Asker }, publicOrigin: string) {
  const content = {
    to,
    subject: m.mail_password_changed_subject(),
    lines: [m.mail_password_changed_hello()],
    action: { label: m.mail_password_changed_action(), url: `${publicOrigin}${paths.resetPassword}` },
    notes: [m.mail_password_changed_not_you()],
  }
  return composeChangeMail(content, asker)
}
