import type { PasskeyAssertion, PasskeyRegistration } from '#contracts/passkey-shapes.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { takeChallenge, type ChallengeUse } from './passkey-challenge.ts'
import type { NewPasskey, PasskeyKey } from './passkey-queries.ts'

type Deps = Pick<IdentityDeps, 'identityDb' | 'publicOrigin'>

/** EdDSA, ES256 and RS256, by COSE's numbers: what authenticators in use make. */
export const passkeyAlgorithms = [-8, -7, -257]

/** The site as authenticators know it. */
export function rpIdOf({ publicOrigin }: Pick<IdentityDeps, 'publicOrigin'>): string {
  return new URL(publicOrigin).hostname
}

/** Reads what an authenticator has made for a challenge of this use. Throws `invalid_passkey`. */
export async function verifyRegistration(
  deps: Deps,
  { id, rawId, type, response }: PasskeyRegistration,
  use: ChallengeUse,
): Promise<Omit<NewPasskey, 'name'>> {
  const { clientDataJSON, attestationObject, transports = [] } = response
  const expected = await expectedOf(deps, clientDataJSON, use)
  // Loaded when it is needed: it takes 0.2 s and 20 MB.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { registrationInfo } = await accepted(
    async () =>
      await verifyRegistrationResponse({
        ...expected,
        response: {
          id,
          rawId,
          type,
          response: { clientDataJSON, attestationObject: await withoutStatement(attestationObject) },
          clientExtensionResults: {},
        },
        supportedAlgorithmIDs: passkeyAlgorithms,
      }),
  )
  const { credential, credentialBackedUp } = registrationInfo!
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports,
    backedUp: credentialBackedUp,
  }
}

/** Reads a passkey's answer to a challenge that was taken; its counter went up, or it has none. Throws `invalid_passkey`. */
export async function verifyAssertion(
  expected: Expected,
  { id, rawId, type, response }: PasskeyAssertion,
  key: PasskeyKey,
): Promise<Pick<NewPasskey, 'counter' | 'backedUp'>> {
  const { userHandle, ...signed } = response
  if (userHandle && userHandle !== userHandleOf(key.uid)) throw problem('invalid_passkey')
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { authenticationInfo } = await accepted(
    async () =>
      await verifyAuthenticationResponse({
        ...expected,
        response: { id, rawId, type, response: signed, clientExtensionResults: {} },
        credential: { id, publicKey: new Uint8Array(key.publicKey), counter: key.counter },
      }),
  )
  return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp }
}

/** By what an authenticator knows the account; it says nothing to others. */
export function userHandleOf(uid: string): string {
  return Buffer.from(uid).toString('base64url')
}

/** What every answer must be: signed over our challenge, at our origin, for our name, by a person who was verified. */
interface Expected {
  expectedChallenge: string
  expectedOrigin: string
  expectedRPID: string
  requireUserVerification: true
}

/** Uses up the challenge that the client's data names. Throws `invalid_passkey` where it is none for this use. */
export async function expectedOf(deps: Deps, clientDataJSON: string, use: ChallengeUse): Promise<Expected> {
  const expectedChallenge = challengeIn(clientDataJSON)
  if (expectedChallenge === null || !(await takeChallenge(deps.identityDb, expectedChallenge, use)))
    throw problem('invalid_passkey', { detail: 'This took too long, or was sent twice. Try again.' })
  return {
    expectedChallenge,
    expectedOrigin: deps.publicOrigin,
    expectedRPID: rpIdOf(deps),
    requireUserVerification: true,
  }
}

function challengeIn(clientDataJSON: string): string | null {
  try {
    const data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    return typeof data.challenge === 'string' ? data.challenge : null
  } catch {
    return null
  }
}

/**
 * The maker of the authenticator does not matter. Its statement is dropped before the library sees it: the library
 * would fetch the revocation lists that certificates in it name, from addresses that an attacker chooses.
 */
async function withoutStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoCBOR } = await import('@simplewebauthn/server/helpers')
  return await accepted(() => {
    const given = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
    const bare = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', given.get('authData')],
    ])
    return Buffer.from(isoCBOR.encode(bare as never)).toString('base64url')
  })
}

/** The library's refusals, which say to a developer what is wrong, are one answer. */
async function accepted<T>(verify: () => T | Promise<T>): Promise<T> {
  let result: T
  try {
    result = await verify()
  } catch (cause) {
    throw problem('invalid_passkey', { cause })
  }
  if ((result as { verified?: boolean }).verified === false) throw problem('invalid_passkey')
  return result
}
