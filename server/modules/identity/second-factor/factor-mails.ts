import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import type { Mail } from '#server/platform/mail/mailer.ts'

/** An authenticator app was added: every sign-in has a second step from now on. */
export function authenticatorAddedMail(to: string, publicOrigin: string): Mail {
  return factorMail(to, publicOrigin, m.mail_factor_authenticator_added(), m.mail_factor_step_on())
}

/** The authenticator app was removed, with or without another second factor that stays. */
export function authenticatorRemovedMail(
  to: string,
  { isLast, publicOrigin }: { isLast: boolean; publicOrigin: string },
): Mail {
  const rest = isLast ? m.mail_factor_step_off() : m.mail_factor_step_stays()
  return factorMail(to, publicOrigin, m.mail_factor_authenticator_removed(), rest)
}

/** New recovery codes took the place of the old ones. */
export function recoveryCodesMadeMail(to: string, publicOrigin: string): Mail {
  return factorMail(to, publicOrigin, m.mail_factor_codes_made(), m.mail_factor_codes_old())
}

/** A recovery code was used. */
export function recoveryCodeUsedMail(to: string, left: number, publicOrigin: string): Mail {
  return factorMail(to, publicOrigin, m.mail_factor_code_used(), m.mail_factor_codes_left({ left }))
}

/** The operator removed the second factors, for a member who lost theirs. */
export function factorsRemovedMail(to: string, publicOrigin: string): Mail {
  return factorMail(to, publicOrigin, m.mail_factor_operator_removed(), m.mail_factor_step_off())
}

function factorMail(to: string, publicOrigin: string, fact: string, consequence: string): Mail {
  return composeMail({
    to,
    subject: fact,
    lines: [m.mail_factor_hello({ fact }), consequence],
    action: { label: m.mail_factor_action(), url: `${publicOrigin}${paths.profile}` },
    notes: [m.mail_factor_not_you()],
  })
}
