import { m } from '#messages'
import { paths, withQuery } from '#contracts/paths.ts'
import { inAccountLanguage } from '#server/modules/accounts/public.ts'
import { problem } from '#server/platform/http/problems.ts'
import { composeMail, type MailContent } from '#server/platform/mail/compose-mail.ts'
import { composeChangeMail, type Asker } from '#server/platform/mail/who-asked.ts'
import { newToken } from '#server/platform/secret-token.ts'
import { hashCode, hashEmail, newCode, tooSoon } from './action-proof.ts'
import { codeLimits, insertLink, linkHours, renewNewestLink, replaceCode } from './action-queries.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { lockIdentityUser, type IdentityDb, type IdentityUser } from './identity-queries.ts'
import { takeMail, takeSignUpMail } from './mail-limits.ts'

/**
 * Mails a new code, which voids the last, and a new link, in one transaction with what makes them valid.
 * Throws `email_already_verified`, and `too_many_requests` within 60 s of the last mail.
 */
export async function sendVerification(identity: IdentityDeps, uid: string): Promise<void> {
  await identity.identityDb.transaction().execute(async (tx) => {
    const user = await lockIdentityUser(tx, uid)
    if (!user) throw problem('user_deleted')
    if (user.emailVerified) throw problem('email_already_verified')
    await mailVerification(tx, identity, user, { hasReserve: true })
  })
}

/**
 * The mail itself, in the caller's transaction. Throws `too_many_requests` within 60 s of the last to this address. At
 * the cap of mail-limits.ts nothing is mailed, and what was mailed stays valid; with `hasReserve` an account that was
 * mailed nothing today has a reserve.
 */
export async function mailVerification(
  tx: IdentityDb,
  { mailer, secret, publicOrigin }: IdentityDeps,
  { uid, email }: Pick<IdentityUser, 'uid' | 'email'>,
  { hasReserve = false, asker }: { hasReserve?: boolean; asker?: Asker } = {},
): Promise<void> {
  const purpose = 'verify_email'
  if (!(await takeMail(tx, secret, { email, browser: null }))) {
    if (await renewNewestLink(tx, { uid, email }, [purpose])) return
    if (!hasReserve || !(await takeSignUpMail(tx, secret, email))) return
  }
  const code = newCode()
  const { token, tokenHash } = newToken()
  const emailHash = hashEmail(secret, email)
  const codeHash = hashCode(secret, purpose, emailHash, code)
  const replaced = await replaceCode(tx, secret, { purpose, email, emailHash, uid, codeHash })
  if (!replaced) throw await tooSoon(tx, { purpose, emailHash })
  await insertLink(tx, { tokenHash, purpose, uid, email })
  const notMe = newToken()
  await insertLink(tx, { tokenHash: notMe.tokenHash, purpose: 'disown_account', uid, email })
  const urlOf = (query: Record<string, string>) =>
    `${publicOrigin}${withQuery(paths.emailVerification, query)}`
  const url = urlOf({ token })
  const notMeUrl = urlOf({ mode: 'not-me', token: notMe.token })
  const composed = await inAccountLanguage(tx, uid, () => {
    const mail = verificationMail({ to: email, code: replaced.usable ? code : null, url, notMeUrl })
    return asker ? composeChangeMail(mail, asker) : composeMail(mail)
  })
  await mailer.send(tx, { ...composed, isRequested: true })
}

function verificationMail({
  to,
  code,
  url,
  notMeUrl,
}: {
  to: string
  code: string | null
  url: string
  notMeUrl: string
}): MailContent {
  return {
    to,
    subject: m.mail_verification_subject(),
    lines: [m.mail_verification_hello()],
    ...(code && {
      code: { label: m.mail_verification_code({ minutes: codeLimits.minutes }), value: code },
    }),
    action: { label: m.mail_verification_action(), url },
    notes: [m.mail_verification_expires({ hours: linkHours.verify_email }), m.mail_verification_not_you()],
    link: { label: m.mail_verification_not_me(), url: notMeUrl },
  }
}
