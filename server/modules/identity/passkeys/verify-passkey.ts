import type { PasskeyRegistration } from '#contracts/passkey-shapes.ts'
import { problem } from '#server/platform/http/problems.ts'
import {
  challengeIn,
  expectedAnswer,
  readRegistration,
  type ExpectedAnswer,
  type MadePasskey,
} from '#server/platform/webauthn.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { takeChallenge, type ChallengeUse } from './passkey-challenge.ts'

type Deps = Pick<IdentityDeps, 'identityDb' | 'publicOrigin'>

/** Reads what an authenticator has made for a challenge of this use. Throws `invalid_passkey`. */
export async function verifyRegistration(
  deps: Deps,
  registration: PasskeyRegistration,
  use: ChallengeUse,
): Promise<MadePasskey> {
  const expected = await expectedOf(deps, registration.response.clientDataJSON, use)
  return await readRegistration(expected, registration)
}

/** Uses up the challenge that the client's data names. Throws `invalid_passkey` where it is none for this use. */
export async function expectedOf(
  deps: Deps,
  clientDataJSON: string,
  use: ChallengeUse,
): Promise<ExpectedAnswer> {
  const challenge = challengeIn(clientDataJSON)
  if (challenge === null || !(await takeChallenge(deps.identityDb, challenge, use)))
    throw problem('invalid_passkey', { detail: 'This took too long, or was sent twice. Try again.' })
  return expectedAnswer(deps, challenge)
}
