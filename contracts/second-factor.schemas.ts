import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { changeErrors, signedIn } from './identity.schemas.ts'
import { passkeyAssertion } from './passkey-shapes.ts'
import { passkey } from './passkeys.schemas.ts'
import { time } from './shapes.ts'

const tag = 'identity'
const code = z.string().check(z.regex(/^\d{6}$/))

/** A code of the authenticator app, a recovery code, or the answer of a passkey. */
export const factorProof = z.union([
  z.strictObject({ code }),
  z.strictObject({ recoveryCode: z.string().check(z.minLength(1), z.maxLength(40)) }),
  z.strictObject({ passkey: passkeyAssertion }),
])
export type FactorProof = z.output<typeof factorProof>

const proofErrors = ['invalid_verification_code', 'authenticator_lost', 'invalid_passkey'] as const

/** The second factors of an account. It is asked for a second step at sign-in as soon as there is one. */
export const secondFactors = z.object({
  /** Null without an authenticator app. */
  authenticator: z.nullable(z.object({ addedAt: time, lastUsedAt: z.nullable(time) })),
  /** In the order in which they were added. */
  passkeys: z.array(passkey),
  /** Recovery codes that still work. */
  recoveryCodesLeft: z.int(),
})
export type SecondFactors = z.output<typeof secondFactors>

/** An authenticator app that is being set up: its secret to type, and the address that its QR code carries. */
export const authenticatorSetup = z.object({ secret: z.string(), uri: z.string() })
export type AuthenticatorSetup = z.output<typeof authenticatorSetup>

/** Recovery codes, in readable form this once; null where the account has its codes already. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.output<typeof recoveryCodes>
export const newRecoveryCodes = z.object({ recoveryCodes: z.nullable(z.array(z.string())) })
export type NewRecoveryCodes = z.output<typeof newRecoveryCodes>

/** What finishes the sign-in that this browser began; null when it began none, or too long ago. */
export const secondStep = z.object({
  pending: z.nullable(z.object({ ways: z.array(z.enum(['authenticator', 'recovery_code', 'passkey'])) })),
})
export type SecondStep = z.output<typeof secondStep>

export const secondFactorSchemas = {
  getSecondFactors: {
    summary: 'The member’s second factors: passkeys, authenticator app and recovery codes.',
    tag,
    responses: { 200: secondFactors },
  },
  startAuthenticator: {
    summary: 'Begins to add an authenticator app: a new secret, which counts once a code of it is confirmed.',
    tag,
    body: z.object({}),
    bodyOptional: true,
    errors: [...changeErrors, 'authenticator_exists'],
    ratePerMinute: 20,
    responses: { 200: authenticatorSetup },
  },
  confirmAuthenticator: {
    summary:
      'Adds the authenticator app by a code of it; answers recovery codes with the first second factor.',
    tag,
    body: z.object({ code }),
    errors: [...changeErrors, 'invalid_verification_code', 'authenticator_exists', 'authenticator_missing'],
    ratePerMinute: 20,
    responses: { 200: newRecoveryCodes },
  },
  removeAuthenticator: {
    summary: 'Removes the authenticator app; without another second factor the recovery codes go too.',
    tag,
    errors: changeErrors,
    responses: { 204: null },
  },
  makeRecoveryCodes: {
    summary: 'Ten new recovery codes; those from before no longer work.',
    tag,
    body: z.object({}),
    bodyOptional: true,
    errors: [...changeErrors, 'second_factor_missing'],
    ratePerMinute: 10,
    responses: { 200: recoveryCodes },
  },
  proveSecondFactor: {
    summary:
      'Proves a second factor; what asks for one then works for ten minutes. A passkey proves a recent sign-in, too.',
    tag,
    body: factorProof,
    errors: [...proofErrors, 'second_factor_missing'],
    ratePerMinute: 20,
    responses: { 204: null },
  },
  getSecondStep: {
    summary: 'How the sign-in of the cookie can be finished; null without one.',
    tag,
    cookies: true,
    responses: { 200: secondStep },
  },
  confirmSecondStep: {
    summary: 'Finishes the sign-in of the cookie, which answered `second_step_required`.',
    tag,
    body: factorProof,
    errors: [...proofErrors, 'sign_in_expired', 'user_token_expired', 'user_disabled', 'user_deleted'],
    cookies: true,
    ratePerMinute: 30,
    responses: { 200: signedIn },
  },
} satisfies Record<string, EndpointSchemas>
