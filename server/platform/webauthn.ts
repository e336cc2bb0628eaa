import type { PasskeyAssertion, PasskeyRegistration } from '#contracts/passkey-shapes.ts'
import type { PasskeyCreation } from '#contracts/passkeys.schemas.ts'
import { problem } from './http/problems.ts'

/** EdDSA, ES256 and RS256, by COSE's numbers: what authenticators in use make. */
const passkeyAlgorithms = [-8, -7, -257]

/** Minutes for which an authenticator may answer. */
export const challengeMinutes = 5

/** A passkey that an authenticator has made. */
export interface MadePasskey {
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: string[]
  backedUp: boolean
}

/** What every answer must be: signed over our challenge, at our origin, for our name, by a person who was verified. */
export interface ExpectedAnswer {
  expectedChallenge: string
  expectedOrigin: string
  expectedRPID: string
  requireUserVerification: true
}

/** The site as authenticators know it. */
export function rpIdOf({ publicOrigin }: { publicOrigin: string }): string {
  return new URL(publicOrigin).hostname
}

/** By what an authenticator knows the account; it says nothing to others. */
export function userHandleOf(id: string): string {
  return Buffer.from(id).toString('base64url')
}

/** A passkey as WebAuthn names it. */
export function credentialOf({ credentialId, transports }: { credentialId: Buffer; transports: string[] }) {
  return { id: credentialId.toString('base64url'), type: 'public-key' as const, transports }
}

/** What the browser makes a passkey by that is known without a name typed, and asks for a fingerprint, a face or a PIN. */
export function creationOptions(
  site: { publicOrigin: string },
  {
    challenge,
    known,
    user,
  }: {
    challenge: string
    known: { credentialId: Buffer; transports: string[] }[]
    user: { id: string; name: string; displayName: string }
  },
): PasskeyCreation {
  return {
    challenge,
    rp: { id: rpIdOf(site), name: rpIdOf(site) },
    user: { ...user, id: userHandleOf(user.id) },
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeMinutes * 60_000,
    excludeCredentials: known.map(credentialOf),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }
}

/** What an answer to this challenge must be. */
export function expectedAnswer(site: { publicOrigin: string }, challenge: string): ExpectedAnswer {
  return {
    expectedChallenge: challenge,
    expectedOrigin: site.publicOrigin,
    expectedRPID: rpIdOf(site),
    requireUserVerification: true,
  }
}

/** The challenge that an answer says it is for; null where it says none. */
export function challengeIn(clientDataJSON: string): string | null {
  try {
    const data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    return typeof data.challenge === 'string' ? data.challenge : null
  } catch {
    return null
  }
}

/** Reads what an authenticator has made. Throws `invalid_passkey`. */
export async function readRegistration(
  expected: ExpectedAnswer,
  { id, rawId, type, response }: PasskeyRegistration,
): Promise<MadePasskey> {
  const { clientDataJSON, attestationObject, transports = [] } = response
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

/** Reads a passkey's answer; its counter went up, or it has none. Throws `invalid_passkey`. */
export async function readAssertion(
  expected: ExpectedAnswer,
  { id, rawId, type, response }: PasskeyAssertion,
  key: { ownerId: string; publicKey: Buffer; counter: number },
): Promise<Pick<MadePasskey, 'counter' | 'backedUp'>> {
  const { userHandle, ...signed } = response
  if (userHandle && userHandle !== userHandleOf(key.ownerId)) throw problem('invalid_passkey')
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
