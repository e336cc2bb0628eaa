import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import type { WayIn } from '#contracts/identity.schemas.ts'
import { mailAccount } from '#server/modules/accounts/public.ts'
import { problem } from '#server/platform/http/problems.ts'
import { writeToUs, type MailContent } from '#server/platform/mail/compose-mail.ts'
import { composeChangeMail, type Asker } from '#server/platform/mail/who-asked.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { deleteSocialLinks, lockIdentityUser } from './identity-queries.ts'
import { recordSecurityEvent } from './security-events.ts'
import { deletePasskeysOf } from './passkeys/passkey-queries.ts'
import { requireLivingSession } from './recent-proof.ts'
import { deleteAuthenticator } from './second-factor/factor-queries.ts'
import { deletePendingOf } from './second-factor/pending-sign-in.ts'
import { endSecondStep } from './second-factor/recovery-codes.ts'
import { requireFactorChange } from './second-factor/require-factor.ts'
import { deleteOtherSessions } from './session-queries.ts'
import { listWaysIn } from './ways-in.ts'

/**
 * Removes at once what gets into an account beside its password, its mailbox and the session that asks, and mails what
 * that was: an owner after a reset need not look for each. Answers what was removed; nothing is mailed where there was
 * none. Throws `requires_recent_login`, `requires_second_factor` and `user_token_expired`.
 */
export async function removeWaysIn(
  identity: IdentityDeps,
  { uid, sessionId, asker }: { uid: string; sessionId: string; asker: Asker },
): Promise<WayIn[]> {
  const { identityDb, mailer, publicOrigin } = identity
  await requireFactorChange(identityDb, { uid, sessionId })
  const removed = await identityDb.transaction().execute(async (tx) => {
    const user = await lockIdentityUser(tx, uid)
    if (!user) throw problem('user_deleted')
    await requireLivingSession(tx, sessionId)
    const ways = await listWaysIn({ ...identity, identityDb: tx }, uid)
    // Also of providers that are no longer set up, and an authenticator app that is half added.
    await deleteSocialLinks(tx, uid)
    await deletePasskeysOf(tx, uid)
    if (await deleteAuthenticator(tx, uid)) await recordSecurityEvent(tx, uid, 'authenticator_removed')
    if (ways.some(({ kind }) => kind === 'passkey')) await recordSecurityEvent(tx, uid, 'passkey_removed')
    await endSecondStep(tx, uid)
    await deletePendingOf(tx, uid)
    await deleteOtherSessions(tx, uid, sessionId)
    // An address that was never verified may be a stranger's.
    if (ways.length > 0 && user.emailVerified)
      await mailAccount(tx, mailer, uid, () =>
        composeChangeMail(removedMail(user.email, ways, publicOrigin), asker),
      )
    return ways
  })
  await identity.accountChanged(uid)
  return removed
}

const words: Record<WayIn['kind'], (name: string) => string> = {
  social: (provider) => m.auth_ways_in_social({ provider }),
  passkey: (name) => m.auth_ways_in_passkey({ name }),
  authenticator: () => m.auth_ways_in_authenticator(),
  recovery_codes: () => m.auth_ways_in_recovery_codes(),
}

function removedMail(to: string, ways: WayIn[], publicOrigin: string): MailContent {
  return {
    to,
    subject: m.mail_ways_in_removed_subject(),
    lines: [
      m.mail_ways_in_removed_hello(),
      ...ways.map(({ kind, name }) => `• ${words[kind](name ?? '')}`),
      m.mail_ways_in_removed_rest(),
    ],
    action: { label: m.mail_password_changed_action(), url: `${publicOrigin}${paths.resetPassword}` },
    notes: [m.mail_ways_in_removed_not_you()],
    link: writeToUs(publicOrigin),
  }
}
