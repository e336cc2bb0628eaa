import { m } from '#messages'
import { paths, withQuery } from '#contracts/paths.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import type { Mail } from '#server/platform/mail/mailer.ts'
import { hashCode, hashEmail, newCode, newToken } from './action-proof.ts'
import { codeLimits, insertLink, linkHours, replaceCode } from './action-queries.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { findIdentityUserByEmail } from './identity-queries.ts'
import type { ActionMailWish } from './request-action-mail.ts'
import { attemptsWindowMin } from './sign-in-attempts.ts'

/**
 * Mails what was wished for: to a member the link (and for a reset the code), to anybody else that there is no account
 * with this address. At most one mail a minute for an address and purpose; a wish in between is dropped.
 */
export async function mailAccountAction(identity: IdentityDeps, wish: ActionMailWish): Promise<void> {
  const { identityDb, mailer, secret, publicOrigin } = identity
  const { purpose } = wish
  const email = wish.email.toLowerCase()
  if (purpose === 'tell_locked') return await tellLocked(identity, email)
  await identityDb.transaction().execute(async (tx) => {
    const user = await findIdentityUserByEmail(tx, email)
    const code = newCode()
    const emailHash = hashEmail(secret, email)
    const codeHash = hashCode(secret, purpose, emailHash, code)
    const replaced = await replaceCode(tx, { purpose, emailHash, uid: user?.uid ?? null, codeHash })
    if (!replaced) return
    if (!user) return await mailer.send(tx, noAccountMail(email, publicOrigin))
    const { token, tokenHash } = newToken()
    await insertLink(tx, { tokenHash, purpose, uid: user.uid, email })
    const mail =
      purpose === 'reset_password'
        ? resetMail(email, { code: replaced.usable ? code : null, token, publicOrigin })
        : signInMail(email, { token, redirect: wish.redirect, publicOrigin })
    await mailer.send(tx, mail)
  })
}

async function tellLocked({ identityDb, mailer, publicOrigin }: IdentityDeps, email: string) {
  if (!(await findIdentityUserByEmail(identityDb, email))) return
  const mail = composeMail({
    to: email,
    subject: m.mail_locked_subject(),
    lines: [m.mail_locked_hello({ minutes: attemptsWindowMin })],
    action: { label: m.mail_locked_action(), url: `${publicOrigin}${paths.resetPassword}` },
    notes: [m.mail_locked_not_you()],
  })
  await mailer.send(identityDb, mail)
}

function resetMail(
  to: string,
  { code, token, publicOrigin }: { code: string | null; token: string; publicOrigin: string },
): Mail {
  return composeMail({
    to,
    subject: m.mail_reset_subject(),
    lines: [m.mail_reset_hello()],
    ...(code && { code: { label: m.mail_reset_code({ minutes: codeLimits.minutes }), value: code } }),
    action: {
      label: m.mail_reset_action(),
      url: `${publicOrigin}${withQuery(paths.resetPassword, { token })}`,
    },
    notes: [m.mail_reset_expires({ minutes: linkHours.reset_password * 60 }), m.mail_reset_not_you()],
  })
}

function signInMail(
  to: string,
  { token, redirect, publicOrigin }: { token: string; redirect?: string; publicOrigin: string },
): Mail {
  return composeMail({
    to,
    subject: m.mail_link_subject(),
    lines: [m.mail_link_hello()],
    action: {
      label: m.mail_link_action(),
      url: `${publicOrigin}${withQuery(paths.login, { mode: 'link', token, redirect })}`,
    },
    notes: [m.mail_link_expires({ minutes: linkHours.sign_in * 60 }), m.mail_link_not_you()],
  })
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
