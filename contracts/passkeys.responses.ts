import * as z from 'zod/mini'
import { signedIn } from './identity.responses.ts'
import { idSchema } from './ids.ts'
import { time } from './shapes.ts'

/** A passkey of the member. */
export const passkey = z.object({
  id: idSchema('passkey'),
  name: z.string(),
  /** Whether it is kept beyond one device, in a password manager. */
  backedUp: z.boolean(),
  addedAt: time,
  lastUsedAt: z.nullable(time),
})
export type Passkey = z.output<typeof passkey>

const credential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

/** `PublicKeyCredentialCreationOptionsJSON`; the challenge is good once, for five minutes, in this session. */
export const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  /** Those of the account: an authenticator that has one of them makes no second. */
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type PasskeyCreation = z.output<typeof passkeyCreation>

/** `PublicKeyCredentialRequestOptionsJSON`; the challenge is good once, for five minutes. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  /** Empty for a sign-in: any passkey of this site may answer. */
  allowCredentials: z.array(credential),
})
export type PasskeyRequest = z.output<typeof passkeyRequest>

/** The passkey, and recovery codes in readable form this once; null where the account has its codes already. */
export const newPasskey = z.object({ passkey, recoveryCodes: z.nullable(z.array(z.string())) })
export type NewPasskey = z.output<typeof newPasskey>

export const passkeyResponses = {
  startPasskey: { 200: passkeyCreation },
  addPasskey: { 201: newPasskey },
  renamePasskey: { 204: null },
  removePasskey: { 204: null },
  startPasskeyProof: { 200: passkeyRequest },
  startPasskeyStep: { 200: passkeyRequest },
  startPasskeySignIn: { 200: passkeyRequest },
  signInByPasskey: { 200: signedIn },
}
