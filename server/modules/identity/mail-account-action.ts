import { m } from '#messages'
import { paths, withQuery } from '#contracts/paths.ts'
import { inAccountLanguage } from '#server/modules/accounts/public.ts'
import { composeMail, type MailContent } from '#server/platform/mail/compose-mail.ts'
import type { Mail } from '#server/platform/mail/mailer.ts'
import { hashCode, hashEmail, newCode } from './action-proof.ts'
import { codeLimits, insertLink, linkHours, renewNewestLink, replaceCode } from './action-queries.ts'
import { giveBack } from './guess-limits.ts'
import type { IdentityDeps } from './identity-deps.ts'
import {
  findIdentityUserByEmail,
  lockIdentityUserByEmail,
  type IdentityDb,
  type IdentityUser,
} from './identity-queries.ts'
import { takeMail, takeReservedMail } from './mail-limits.ts'
import type { ActionMailWish } from './request-action-mail.ts'
import { composeChangeMail } from '#server/platform/mail/who-asked.ts'
import { newToken } from '#server/platform/secret-token.ts'

/**
 * Mails what was requested: to a member the link (and for a reset the code), to any other address that it has no
 * account. A member's mail is in the language of their account, another's in that of who asks. At most one mail a minute
 * for an address and purpose; a request in between is dropped. At the cap of mail-limits.ts nothing is mailed and
 * nothing voided: the newest link that was mailed works for another hour.
 */
export async function mailAccountAction(identity: IdentityDeps, wish: ActionMailWish): Promise<void> {
  const { identityDb, mailer, secret, publicOrigin } = identity
  const { purpose } = wish
  const email = wish.email.toLowerCase()
  if (purpose === 'notify_locked') return await notifyLocked(identity, email)
  await identityDb.transaction().execute(async (tx) => {
    // Locked: what is mailed to an address that is just being left must be void with the rest.
    const user = await lockIdentityUserByEmail(tx, email)
    const counted = await takeMailFor(tx, identity, { user, ...wish, email })
    if (!counted) return
    const code = newCode()
    const emailHash = hashEmail(secret, email)
    const codeHash = hashCode(secret, purpose, emailHash, code)
    const replaced = await replaceCode(tx, secret, {
      purpose,
      email,
      emailHash,
      uid: user?.uid ?? null,
      codeHash,
    })
    if (!replaced) return await giveBack({ identityDb: tx, secret }, counted)
    if (!user) return await mailer.send(tx, noAccountMail(email, publicOrigin))
    const { token, tokenHash } = newToken()
    await insertLink(tx, { tokenHash, purpose, uid: user.uid, email })
    const composed = await inAccountLanguage(tx, user.uid, () => {
      const mail =
        purpose === 'reset_password'
          ? resetMail(email, { code: replaced.usable ? code : null, token, publicOrigin })
          : signInMail(email, { token, redirect: wish.redirect, publicOrigin })
      return wish.asker ? composeChangeMail(mail, wish.asker) : composeMail(mail)
    })
    await mailer.send(tx, { ...composed, isRequested: true, usefulMinutes: linkHours[purpose] * 60 })
  })
}

/** Counts the mail; at the cap renews the newest link, and has a reserve for an owner who was mailed none. */
async function takeMailFor(
  tx: IdentityDb,
  { secret }: IdentityDeps,
  { user, email, browser = null }: ActionMailWish & { user: IdentityUser | undefined },
) {
  const counted = await takeMail(tx, secret, { email, browser })
  if (counted || !user) return counted
  // Either lets the owner in, whichever was asked for.
  if (await renewNewestLink(tx, user, ['reset_password', 'sign_in'])) return undefined
  return user.emailVerified ? await takeReservedMail(tx, secret, email) : undefined
}

async function notifyLocked({ identityDb, mailer, secret, publicOrigin }: IdentityDeps, email: string) {
  const user = await findIdentityUserByEmail(identityDb, email)
  if (!user) return
  // Counted with the rest, but sent at the cap too, once a day: an attacker cannot suppress it.
  await takeMail(identityDb, secret, { email, browser: null })
  const mail = await inAccountLanguage(identityDb, user.uid, () =>
    composeMail({
      to: email,
      subject: m.mail_locked_subject(),
      lines: [m.mail_locked_hello()],
      action: { label: m.mail_locked_action(), url: `${publicOrigin}${paths.resetPassword}` },
      notes: [m.mail_locked_not_you()],
    }),
  )
  await mailer.send(identityDb, mail)
}

function resetMail(
  to: string,
  { code, token, publicOrigin }: { code: string | null; token: string; publicOrigin: string },
): MailContent {
  return {
    to,
    subject: m.mail_reset_subject(),
    lines: [m.mail_reset_hello()],
    ...(code && { code: { label: m.mail_reset_code({ minutes: codeLimits.minutes }), value: code } }),
    action: {
      label: m.mail_reset_action(),
      url: `${publicOrigin}${withQuery(paths.resetPassword, { token })}`,
    },
    notes: [m.mail_reset_expires({ minutes: linkHours.reset_password * 60 }), m.mail_reset_not_you()],
  }
}

function signInMail(
  to: string,
  { token, redirect, publicOrigin }: { token: string; redirect?: string; publicOrigin: string },
): MailContent {
  return {
    to,
    subject: m.mail_link_subject(),
    lines: [m.mail_link_hello()],
    action: {
      label: m.mail_link_action(),
      url: `${publicOrigin}${withQuery(paths.login, { mode: 'link', token, redirect })}`,
    },
    notes: [m.mail_link_expires({ minutes: linkHours.sign_in * 60 }), m.mail_link_not_you()],
  }
}

function noAccountMail(to: string, publicOrigin: string): Mail {
  return composeMail({
    to,
    subject: m.mail_no_account_subject(),
    lines: [m.mail_no_account_hello({ address: to })],
    action: { label: m.mail_no_account_action(), url: `${publicOrigin}${paths.signup}` },
    notes: [m.mail_no_account_not_you()],
  })
}
