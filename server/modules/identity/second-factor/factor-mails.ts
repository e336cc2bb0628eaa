import { m } from '#messages'
import { paths, withQuery } from '#contracts/paths.ts'
import { mailAccount } from '#server/modules/accounts/public.ts'
import { composeMail, writeToUs } from '#server/platform/mail/compose-mail.ts'
import type { Mail } from '#server/platform/mail/mailer.ts'
import { insertLink, linkHours } from '../action-queries.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import type { IdentityDb, IdentityUser } from '../identity-queries.ts'
import { composeChangeMail, type Asker } from '#server/platform/mail/who-asked.ts'
import { newToken } from '#server/platform/secret-token.ts'

/**
 * Mails that a second factor was added, or recovery codes were made, with a link that takes the account back: a thief's
 * second factor would keep its owner out. `user` is locked by the caller; `fact` is the subject. Both texts are asked
 * for in the account's language.
 */
export async function mailFactorAdded(
  tx: IdentityDb,
  { mailer, publicOrigin }: Pick<IdentityDeps, 'mailer' | 'publicOrigin'>,
  {
    user: { uid, email },
    asker,
    fact,
    consequence,
  }: {
    user: Pick<IdentityUser, 'uid' | 'email'>
    asker: Asker
    fact: () => string
    consequence: () => string
  },
): Promise<void> {
  const purpose = 'recover_factors'
  const { token, tokenHash } = newToken()
  await insertLink(tx, { uid, email, tokenHash, purpose })
  const url = `${publicOrigin}${withQuery(paths.login, { mode: 'recover', token })}`
  await mailAccount(tx, mailer, uid, () => {
    const content = {
      to: email,
      subject: fact(),
      lines: [m.mail_factor_hello({ fact: fact() }), consequence(), m.mail_factor_undo()],
      action: { label: m.mail_email_changed_action(), url },
      notes: [m.mail_email_changed_expires({ days: linkHours[purpose] / 24 })],
    }
    return composeChangeMail(content, asker)
  })
}

/** The authenticator app was removed, with or without another second factor that stays. */
export function authenticatorRemovedMail(
  { email: to, asker }: ChangeBy,
  { isLast, publicOrigin }: { isLast: boolean; publicOrigin: string },
): Mail {
  const rest = isLast ? m.mail_factor_step_off() : m.mail_factor_step_stays()
  return factorMail(to, publicOrigin, m.mail_factor_authenticator_removed(), rest, asker)
}

/** A passkey was removed, with or without another second factor that stays. */
export function passkeyRemovedMail(
  { email: to, asker }: ChangeBy,
  { name, isLast, publicOrigin }: { name: string; isLast: boolean; publicOrigin: string },
): Mail {
  const rest = isLast ? m.mail_factor_step_off() : m.mail_factor_step_stays()
  const gone = m.mail_factor_passkey_gone({ name })
  return factorMail(to, publicOrigin, m.mail_factor_passkey_removed(), `${gone} ${rest}`, asker)
}

/** A recovery code was used. */
export function recoveryCodeUsedMail(
  { email: to, asker }: ChangeBy,
  { left, publicOrigin }: { left: number; publicOrigin: string },
): Mail {
  return factorMail(to, publicOrigin, m.mail_factor_code_used(), m.mail_factor_codes_left({ left }), asker)
}

/** The operator removed the second factors, for a member who lost theirs; every session ended with them. */
export function factorsRemovedMail(to: string, publicOrigin: string): Mail {
  const rest = `${m.mail_factor_step_off()} ${m.mail_factor_signed_out()}`
  return factorMail(to, publicOrigin, m.mail_factor_operator_removed(), rest)
}

/** Whose account it is, and who asked. */
interface ChangeBy {
  email: string
  asker: Asker
}

function factorMail(
  to: string,
  publicOrigin: string,
  fact: string,
  consequence: string,
  asker?: Asker,
): Mail {
  const content = {
    to,
    subject: fact,
    lines: [m.mail_factor_hello({ fact }), consequence],
    action: { label: m.mail_factor_action(), url: `${publicOrigin}${paths.profile}` },
    notes: [m.mail_factor_not_you()],
    link: writeToUs(publicOrigin),
  }
  return asker ? composeChangeMail(content, asker) : composeMail(content)
}
