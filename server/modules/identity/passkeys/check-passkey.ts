import type { PasskeyAssertion } from '#contracts/passkey-shapes.ts'
import type { PasskeyRequest } from '#contracts/passkeys.schemas.ts'
import { problem } from '#server/platform/http/problems.ts'
import { challengeMinutes, credentialOf, readAssertion, rpIdOf } from '#server/platform/webauthn.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { securityVersion } from '../security-events.ts'
import { newChallenge, type ChallengeUse } from './passkey-challenge.ts'
import { findPasskeyKey, listPasskeys, recordPasskeyUse } from './passkey-queries.ts'
import { expectedOf } from './verify-passkey.ts'

/** What the browser asks a passkey for; for a sign-in the same for everybody, else one of the account's. */
export async function requestPasskey(identity: IdentityDeps, use: ChallengeUse): Promise<PasskeyRequest> {
  const { identityDb } = identity
  const known = use.uid === null ? [] : await listPasskeys(identityDb, use.uid)
  return {
    challenge: await newChallenge(identityDb, use),
    rpId: rpIdOf(identity),
    timeout: challengeMinutes * 60_000,
    userVerification: 'required',
    allowCredentials: known.map(credentialOf),
  }
}

/**
 * Checks a passkey's answer, whose challenge works once, and answers whose passkey it is. The account's mark is read
 * while the passkey is locked: one that is removed meanwhile opens no session. Throws `invalid_passkey`.
 */
export async function checkPasskey(
  identity: IdentityDeps,
  assertion: PasskeyAssertion,
  use: ChallengeUse,
): Promise<{ uid: string; securityVersion: string }> {
  const { identityDb } = identity
  const expected = await expectedOf(identity, assertion.response.clientDataJSON, use)
  const key = await findPasskeyKey(identityDb, Buffer.from(assertion.id, 'base64url'))
  if (!key || (use.uid !== null && key.uid !== use.uid)) throw unknownPasskey()
  const used = await readAssertion(expected, assertion, { ...key, ownerId: key.uid })
  return await identityDb.transaction().execute(async (tx) => {
    if (!(await recordPasskeyUse(tx, key.id, used))) throw unknownPasskey()
    return { uid: key.uid, securityVersion: await securityVersion(tx, key.uid) }
  })
}

function unknownPasskey() {
  return problem('invalid_passkey', {
    detail: 'This passkey is not known here. It may have been removed from the account.',
  })
}
