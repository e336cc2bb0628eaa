import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { m } from '#messages'
import type { PasskeyAssertion } from '#contracts/passkey-shapes.ts'
import { networkOf } from '#server/platform/http/network-of.ts'
import { problem } from '#server/platform/http/problems.ts'
import { askerOf, composeChangeMail } from '#server/platform/mail/who-asked.ts'
import { siteZone } from '#server/platform/site-zone.ts'
import { hashToken, newToken } from '#server/platform/secret-token.ts'
import { operatorByEmail } from '../operator-queries.ts'
import type { OperatorAccessDeps } from './access-deps.ts'
import { openSession, signedIn, type SigningIn } from './open-session.ts'
import { checkCode, findAuthenticator, wrongCode } from './operator-authenticator.ts'
import { countTry, takeMail } from './operator-guesses.ts'
import { checkPasskey, type ChallengeUse } from './operator-passkeys.ts'

/** Minutes a mailed code works, and tries it has. */
const mailCode = { minutes: 10, tries: 5 }

/** Who signs in by a passkey is known by it alone. */
export const signInUse: ChallengeUse = { purpose: 'sign_in', operatorId: null, boundTo: '' }

/**
 * Signs in by a passkey: the device asked for a fingerprint, a face or a PIN. Throws `invalid_passkey` and `forbidden`.
 */
export async function signInByPasskey(
  deps: OperatorAccessDeps,
  { passkey }: { passkey: PasskeyAssertion },
  call: SigningIn,
) {
  await countTry(deps, networkOf(call.request.ip))
  const operatorId = await checkPasskey(deps, passkey, signInUse)
  const secret = await deps.db
    .transaction()
    .execute(async (tx) => await openSession(tx, deps, { operatorId, by: 'passkey' }, call.request))
  return await signedIn(deps, secret, call)
}

/**
 * Mails the code that is the first half of a sign-in by authenticator app: the mailbox and the device are two proofs, and
 * a password would be a weaker third. Answers alike for an address that is no operator's, has no app or had too many mails
 * today. Each attempt has a code of its own: what others try here voids nobody's.
 */
export async function mailSignInCode(
  deps: OperatorAccessDeps,
  { email }: { email: string },
  { request }: Pick<SigningIn, 'request'>,
): Promise<{ attempt: string }> {
  const { db, secret, mailer } = deps
  await countTry(deps, networkOf(request.ip))
  const { token: attempt, tokenHash } = newToken()
  const operator = await operatorByEmail(db, email)
  const app = operator && !operator.disabledAt ? await findAuthenticator(db, operator.id) : undefined
  if (!operator || !app?.addedAt || !(await takeMail(deps, operator.id))) return { attempt }
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const mail = composeChangeMail(
    {
      to: operator.email,
      subject: m.operators_code_subject(),
      lines: [m.operators_code_hello()],
      code: { label: m.mail_reset_code({ minutes: mailCode.minutes }), value: code },
      notes: [m.operators_code_not_you()],
    },
    { ...askerOf(request, deps), zone: siteZone() },
  )
  await db.transaction().execute(async (tx) => {
    await sql`delete from operator_mail_code where expires_at < now()`.execute(tx)
    await sql`
      insert into operator_mail_code (attempt_hash, operator_id, code_hash, tries_left, expires_at)
      values (${tokenHash}, ${operator.id}, ${hashOf(secret, attempt, code)}, ${mailCode.tries},
        now() + make_interval(mins => ${mailCode.minutes}))`.execute(tx)
    await mailer.send(tx, { ...mail, isRequested: true, usefulMinutes: mailCode.minutes })
  })
  return { attempt }
}

/**
 * Signs in by the mailed code and a code of the authenticator app. Throws `sign_in_expired` for an attempt that is none
 * any more, `invalid_verification_code`, `too_many_requests` and `authenticator_lost`.
 */
export async function signInByAuthenticator(
  deps: OperatorAccessDeps,
  { attempt, mailCode: mailed, code }: { attempt: string; mailCode: string; code: string },
  call: SigningIn,
) {
  await countTry(deps, networkOf(call.request.ip))
  const { db, secret } = deps
  // Taken before anything is compared, so that parallel guesses are counted one by one.
  const { rows } = await sql<{ operatorId: string; codeHash: Buffer }>`
    update operator_mail_code set tries_left = tries_left - 1
    where attempt_hash = ${hashToken(attempt)} and tries_left > 0 and expires_at > now()
    returning operator_id as "operatorId", code_hash as "codeHash"`.execute(db)
  const begun = rows[0]
  if (!begun) throw problem('sign_in_expired')
  if (!begun.codeHash.equals(hashOf(secret, attempt, mailed)))
    throw problem('invalid_verification_code', { detail: 'The code of the e-mail is not right.' })
  await checkCode(deps, begun.operatorId, code)
  const cookie = await db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      delete from operator_mail_code where attempt_hash = ${hashToken(attempt)}`.execute(tx)
    if (numAffectedRows !== 1n) throw wrongCode()
    return await openSession(tx, deps, { operatorId: begun.operatorId, by: 'authenticator' }, call.request)
  })
  return await signedIn(deps, cookie, call)
}

function hashOf(secret: OperatorAccessDeps['secret'], attempt: string, code: string): Buffer {
  return secret.hash('operator mail code', `${attempt} ${code}`)
}
