import { m } from '#messages'
import { paths, withQuery } from '#contracts/paths.ts'
import { inAccountLanguage } from '#server/modules/accounts/public.ts'
import { problem } from '#server/platform/http/problems.ts'
import { deleteLinksOf, insertLink, linkHours, renewNewestLink, type ActionLink } from './action-queries.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { isEmailTaken, lockIdentityUser, setEmail, type IdentityDb } from './identity-queries.ts'
import { recordSecurityEvent } from './security-events.ts'
import { requireLastingEmail } from './lasting-email.ts'
import { takeMail } from './mail-limits.ts'
import { requireLivingSession } from './recent-proof.ts'
import { requireFactorChange } from './second-factor/require-factor.ts'
import { mailVerification } from './send-verification.ts'
import { composeChangeMail, type Asker } from '#server/platform/mail/who-asked.ts'
import { newToken } from '#server/platform/secret-token.ts'

/** The result: `pendingEmail` waits for its mailed link, null where the address changed at once. */
export interface EmailChange {
  pendingEmail: string | null
}

/**
 * Changes an account's address. One that is not verified yet changes at once and gets a new code and link; a verified
 * one needs a recent proof, with a second factor where the account has one, and changes when the link mailed to the new
 * address is followed; to wish for the present one takes back a wish for another. Throws `requires_recent_login`,
 * `requires_second_factor`, `email_already_in_use`, `invalid_email` and `too_many_requests`.
 */
export async function changeEmail(
  identity: IdentityDeps,
  actor: { uid: string; sessionId: string; asker: Asker },
  { email: wish }: { email: string },
): Promise<EmailChange> {
  const email = wish.toLowerCase()
  requireLastingEmail(identity, email)
  const change = await identity.identityDb.transaction().execute(async (tx) => {
    const user = await lockIdentityUser(tx, actor.uid)
    if (!user) throw problem('user_deleted')
    await requireLivingSession(tx, actor.sessionId)
    if (user.emailVerified) await requireFactorChange(tx, actor)
    if (email === user.email) {
      // Choosing the present address cancels a pending change.
      await deleteLinksOf(tx, user.uid, ['change_email'])
      return { pendingEmail: null }
    }
    if (await isEmailTaken(tx, email, user.uid)) throw problem('email_already_in_use')
    if (user.emailVerified) {
      const change = { uid: user.uid, email: user.email, nextEmail: email }
      await inAccountLanguage(
        tx,
        user.uid,
        async () => await mailChangeLink(tx, identity, change, actor.asker),
      )
      return { pendingEmail: email }
    }
    // What was mailed to the mistyped address is void with it (trigger void_after_address).
    await setEmail(tx, user.uid, { email, emailVerified: false })
    await mailVerification(tx, identity, { uid: user.uid, email }, { asker: actor.asker })
    return { pendingEmail: null }
  })
  await identity.accountChanged(actor.uid)
  return change
}

/**
 * The address of a followed link becomes that of its account, which the caller has locked; the old one gets a mail with
 * which its owner can undo that. Throws `expired_action_code` and `email_already_in_use`.
 */
export async function applyEmailChange(
  tx: IdentityDb,
  identity: IdentityDeps,
  link: ActionLink,
  asker: Asker,
): Promise<void> {
  if (link.expired) throw problem('expired_action_code')
  await setEmail(tx, link.uid, { email: link.nextEmail!, emailVerified: true })
  await recordSecurityEvent(tx, link.uid, 'email_changed')
  const change = { uid: link.uid, email: link.email, nextEmail: link.nextEmail! }
  await inAccountLanguage(tx, link.uid, async () => await mailRecoverLink(tx, identity, change, asker))
}

/** At the cap of mail-limits.ts the request is kept without a mail, or by the link that was mailed for it before. */
async function mailChangeLink(
  tx: IdentityDb,
  { mailer, secret, publicOrigin }: IdentityDeps,
  change: { uid: string; email: string; nextEmail: string },
  asker: Asker,
) {
  const hasRoom = await takeMail(tx, secret, { email: change.nextEmail, browser: null })
  if (!hasRoom && (await renewNewestLink(tx, change, ['change_email']))) return
  const { token, tokenHash } = newToken()
  // Only the newest wish counts.
  await deleteLinksOf(tx, change.uid, ['change_email'])
  await insertLink(tx, { ...change, tokenHash, purpose: 'change_email', isMailed: hasRoom !== undefined })
  if (!hasRoom) return
  const content = {
    to: change.nextEmail,
    subject: m.mail_change_email_subject(),
    lines: [m.mail_change_email_hello({ old: change.email, next: change.nextEmail })],
    action: {
      label: m.mail_change_email_action(),
      url: `${publicOrigin}${withQuery(paths.emailVerification, { token })}`,
    },
    notes: [m.mail_change_email_expires({ hours: linkHours.change_email }), m.mail_change_email_not_you()],
  }
  await mailer.send(tx, composeChangeMail(content, asker))
}

async function mailRecoverLink(
  tx: IdentityDb,
  { mailer, publicOrigin }: IdentityDeps,
  { uid, email, nextEmail }: { uid: string; email: string; nextEmail: string },
  asker: Asker,
) {
  const { token, tokenHash } = newToken()
  await insertLink(tx, { uid, email, tokenHash, purpose: 'recover_email' })
  const content = {
    to: email,
    subject: m.mail_email_changed_subject(),
    lines: [m.mail_email_changed_hello({ next: nextEmail }), m.mail_email_changed_not_you()],
    action: {
      label: m.mail_email_changed_action(),
      url: `${publicOrigin}${withQuery(paths.login, { mode: 'recover', token })}`,
    },
    notes: [m.mail_email_changed_expires({ days: linkHours.recover_email / 24 })],
  }
  await mailer.send(tx, composeChangeMail(content, asker))
}
