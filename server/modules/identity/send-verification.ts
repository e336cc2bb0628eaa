import { createHash, randomBytes, randomInt } from 'node:crypto'
import { m } from '#messages'
import { paths, withQuery } from '#contracts/paths.ts'
import { problem } from '#server/platform/http/problems.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import type { Mail } from '#server/platform/mail/mailer.ts'
import type { Secret } from '#server/platform/secret.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { findIdentityUser } from './identity-queries.ts'
import { insertLink, replaceCode, secondsToResend, verificationLimits } from './verification-queries.ts'

/**
 * Mails a new code, which voids the last, and a new link, in one transaction with what makes them valid.
 * Throws `email_already_verified`, and `too_many_requests` within 60 s of the last mail.
 */
export async function sendVerification(identity: IdentityDeps, uid: string): Promise<void> {
  const { identityDb, mailer, secret, publicOrigin } = identity
  await identityDb.transaction().execute(async (tx) => {
    const user = await findIdentityUser(tx, uid)
    if (!user) throw problem('user_deleted')
    if (user.emailVerified) throw problem('email_already_verified')
    const { email } = user
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const token = randomBytes(32).toString('base64url')
    if (!(await replaceCode(tx, { uid, email, codeHash: hashCode(secret, uid, code) })))
      throw tooSoon(await secondsToResend(tx, uid))
    await insertLink(tx, { tokenHash: hashToken(token), uid, email })
    const url = `${publicOrigin}${withQuery(paths.emailVerification, { token })}`
    await mailer.send(tx, verificationMail({ to: email, code, url }))
  })
}

/** A code's hash is bound to its account and keyed by the installation's secret. */
export function hashCode(secret: Secret, uid: string, code: string): Buffer {
  return secret.hash('verification code', `${uid} ${code}`)
}

/** A token has 256 bits of chance: a plain hash hides it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function tooSoon(retryAfterSec: number) {
  return problem('too_many_requests', {
    detail: 'A mail is on its way. Wait a moment before asking for another.',
    members: { retryAfterSec },
    headers: { 'retry-after': String(retryAfterSec) },
  })
}

function verificationMail({ to, code, url }: { to: string; code: string; url: string }): Mail {
  return composeMail({
    to,
    subject: m.mail_verification_subject(),
    lines: [m.mail_verification_hello()],
    code: { label: m.mail_verification_code({ minutes: verificationLimits.codeMinutes }), value: code },
    action: { label: m.mail_verification_action(), url },
    notes: [
      m.mail_verification_expires({ hours: verificationLimits.linkHours }),
      m.mail_verification_not_you(),
    ],
  })
}
