import { sql } from 'kysely'
import type { PasskeyAssertion } from '#contracts/passkey-shapes.ts'
import type { Tx } from '#server/platform/database.ts'
import { networkOf } from '#server/platform/http/network-of.ts'
import { problem } from '#server/platform/http/problems.ts'
import { hashToken } from '#server/platform/secret-token.ts'
import type { OperatorAccessDeps } from './access-deps.ts'
import { hashOfMailed } from './mail-sign-in-code.ts'
import { openSession, signedIn, type SigningIn } from './open-session.ts'
import { checkCode, holdAuthenticator, wrongCode } from './operator-authenticator.ts'
import { countTry } from './operator-guesses.ts'
import { checkPasskey, holdPasskey, type ChallengeUse } from './operator-passkeys.ts'

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
  const { operatorId, passkeyId } = await checkPasskey(deps, passkey, signInUse)
  const hold = async (tx: Tx) => await holdPasskey(tx, passkeyId)
  const opened = await deps.db
    .transaction()
    .execute(async (tx) => await openSession(tx, deps, { operatorId, by: 'passkey', hold }, call.request))
  return signedIn(deps, opened, call)
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
  const { rows } = await sql<{ operatorId: string | null; codeHash: Buffer }>`
    update operator_mail_code set tries_left = tries_left - 1
    where attempt_hash = ${hashToken(attempt)} and tries_left > 0 and expires_at > now()
    returning operator_id as "operatorId", code_hash as "codeHash"`.execute(db)
  const begun = rows[0]
  if (!begun) throw problem('sign_in_expired')
  const { operatorId, codeHash } = begun
  // An attempt for an address that is no operator's has a code that nobody has.
  if (operatorId === null || !codeHash.equals(hashOfMailed(secret, attempt, mailed)))
    throw problem('invalid_verification_code', { detail: 'The code of the e-mail is not right.' })
  const checked = await checkCode(deps, operatorId, code)
  const hold = async (tx: Tx) => await holdAuthenticator(tx, operatorId, checked)
  const opened = await db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      delete from operator_mail_code where attempt_hash = ${hashToken(attempt)}`.execute(tx)
    if (numAffectedRows !== 1n) throw wrongCode()
    return await openSession(tx, deps, { operatorId, by: 'authenticator', hold }, call.request)
  })
  return signedIn(deps, opened, call)
}
