import * as z from 'zod/mini'
import { signedIn } from './identity.responses.ts'
import { passkey } from './passkeys.responses.ts'
import { time } from './shapes.ts'

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

export const secondFactorResponses = {
  getSecondFactors: { 200: secondFactors },
  startAuthenticator: { 200: authenticatorSetup },
  confirmAuthenticator: { 200: newRecoveryCodes },
  removeAuthenticator: { 204: null },
  makeRecoveryCodes: { 200: recoveryCodes },
  proveSecondFactor: { 204: null },
  getSecondStep: { 200: secondStep },
  confirmSecondStep: { 200: signedIn },
}
