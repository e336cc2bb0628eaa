import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { m } from '#messages'
import type { Language } from '#contracts/languages.ts'
import type { Tx } from '#server/platform/database.ts'
import { networkOf } from '#server/platform/http/network-of.ts'
import { inLanguage, languageInUse } from '#server/platform/language.ts'
import { askerOf, composeChangeMail, type Asker } from '#server/platform/mail/who-asked.ts'
import { hashToken, newToken } from '#server/platform/secret-token.ts'
import { siteZone } from '#server/platform/site-zone.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { operatorByEmail, operatorById } from '../operator-queries.ts'
import type { OperatorAccessDeps } from './access-deps.ts'
import { browserCookie, knownBrowser } from './known-browser.ts'
import type { SigningIn } from './open-session.ts'
import { findAuthenticator } from './operator-authenticator.ts'
import { countTry, takeMail } from './operator-guesses.ts'

/** Minutes a mailed code works, and tries it has. */
const mailCode = { minutes: 10, tries: 5 }

export const mailCodeJob = 'mail-operator-code'

/** What waits to be mailed: no address, which may be anybody's. */
interface CodeWish {
  attempt: string
  /** Null for an address that is no operator's: the work is the same until a worker looks. */
  operatorId: string | null
  /** What the browser's cookie says (known-browser.ts). */
  browser: string | null
  asker: Asker
  language: Language
}

/**
 * Has the code mailed that is the first half of a sign-in by authenticator app: the mailbox and the device are two
 * proofs, and a password would be a weaker third. Answers alike, in the same time, for an address that is no operator's,
 * has no app or had too many mails today; and codes are refused alike for each, since an attempt is a row for any
 * address. Each attempt has a code of its own: what others try here voids nobody's.
 */
export async function mailSignInCode(
  deps: OperatorAccessDeps,
  { email }: { email: string },
  { request }: Pick<SigningIn, 'request'>,
): Promise<{ attempt: string }> {
  const { db, secret, enqueue, publicOrigin } = deps
  await countTry(deps, networkOf(request.ip))
  const { token: attempt, tokenHash } = newToken()
  const wish: CodeWish = {
    attempt,
    operatorId: (await operatorByEmail(db, email))?.id ?? null,
    browser: browserCookie(request, publicOrigin),
    asker: { ...askerOf(request, deps), askedAtMs: Date.now() },
    language: languageInUse(),
  }
  await inTransaction(db, async (tx) => {
    await sql`delete from operator_mail_code where expires_at < now()`.execute(tx)
    // Until it is mailed its code is one that nobody has.
    await sql`
      insert into operator_mail_code (attempt_hash, code_hash, tries_left, expires_at)
      values (${tokenHash}, ${hashOfMailed(secret, attempt, newToken().token)}, ${mailCode.tries},
        now() + make_interval(mins => ${mailCode.minutes}))`.execute(tx)
    await enqueue(tx, mailCodeJob, { sealed: secret.seal(mailCodeJob, 'job', JSON.stringify(wish)) })
  })
  return { attempt }
}

/** Mails the code of an attempt, where it is an operator's who has an app and mails left. Answers whether it did. */
export async function mailCodeOfAttempt(deps: OperatorAccessDeps, sealed: string): Promise<boolean> {
  const wish = JSON.parse(deps.secret.open(mailCodeJob, 'job', sealed)) as CodeWish
  return await inLanguage(
    wish.language,
    async () => await inTransaction(deps.db, async (tx) => await mailCodeIn(tx, deps, wish)),
  )
}

async function mailCodeIn(
  tx: Tx,
  { secret, mailer }: OperatorAccessDeps,
  { attempt, operatorId, browser, asker }: CodeWish,
): Promise<boolean> {
  const operator = operatorId === null ? undefined : await operatorById(tx, operatorId)
  if (!operator || operator.disabledAt) return false
  if (!(await findAuthenticator(tx, operator.id))?.addedAt) return false
  const known = knownBrowser({ secret }, operator.id, browser)
  if (!(await takeMail({ db: tx, secret }, operator.id, known))) return false
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const { numAffectedRows } = await sql`
    update operator_mail_code set operator_id = ${operator.id}, code_hash = ${hashOfMailed(secret, attempt, code)}
    where attempt_hash = ${hashToken(attempt)} and operator_id is null and expires_at > now()`.execute(tx)
  if (numAffectedRows !== 1n) return false
  const mail = composeChangeMail(
    {
      to: operator.email,
      subject: m.operators_code_subject(),
      lines: [m.operators_code_hello()],
      code: { label: m.mail_reset_code({ minutes: mailCode.minutes }), value: code },
      notes: [m.operators_code_not_you()],
    },
    { ...asker, zone: siteZone() },
  )
  await mailer.send(tx, { ...mail, isRequested: true, usefulMinutes: mailCode.minutes })
  return true
}

/** A mailed code is one of its attempt alone. */
export function hashOfMailed(secret: OperatorAccessDeps['secret'], attempt: string, code: string): Buffer {
  return secret.hash('operator mail code', `${attempt} ${code}`)
}
