import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { changeErrors, signedIn } from './identity.schemas.ts'
import { idSchema } from './ids.ts'
import { passkeyAssertion, passkeyRegistration } from './passkey-shapes.ts'
import { time, visible } from './shapes.ts'

const tag = 'identity'
const params = z.object({ id: idSchema('passkey') })

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

export const passkeySchemas = {
  startPasskey: {
    summary: 'Begins to add a passkey: what the browser passes to `navigator.credentials.create()`.',
    tag,
    body: z.object({}),
    bodyOptional: true,
    errors: [...changeErrors, 'too_many_passkeys'],
    ratePerMinute: 20,
    responses: { 200: passkeyCreation },
  },
  addPasskey: {
    summary: 'Adds the passkey that the browser made; answers recovery codes with the first second factor.',
    tag,
    body: z.object({ passkey: passkeyRegistration }),
    errors: [...changeErrors, 'invalid_passkey', 'passkey_exists', 'too_many_passkeys'],
    ratePerMinute: 20,
    responses: { 201: newPasskey },
  },
  renamePasskey: {
    summary: 'Gives a passkey another name.',
    tag,
    params,
    body: z.object({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60), visible) }),
    ratePerMinute: 20,
    responses: { 204: null },
  },
  removePasskey: {
    summary: 'Removes a passkey; without another second factor the recovery codes go too.',
    tag,
    params,
    errors: changeErrors,
    responses: { 204: null },
  },
  startPasskeyProof: {
    summary: 'What the browser passes to `navigator.credentials.get()` to prove a second factor by passkey.',
    tag,
    body: z.object({}),
    bodyOptional: true,
    errors: ['second_factor_missing'],
    ratePerMinute: 20,
    responses: { 200: passkeyRequest },
  },
  startPasskeyStep: {
    summary:
      'What the browser passes to `navigator.credentials.get()` to finish the sign-in of the cookie by passkey.',
    tag,
    body: z.object({}),
    bodyOptional: true,
    errors: ['sign_in_expired'],
    cookies: true,
    ratePerMinute: 30,
    responses: { 200: passkeyRequest },
  },
  startPasskeySignIn: {
    summary:
      'What the browser passes to `navigator.credentials.get()` to sign in by passkey; it says nothing of any account.',
    tag,
    body: z.object({}),
    bodyOptional: true,
    cookies: true,
    ratePerMinute: 30,
    responses: { 200: passkeyRequest },
  },
  signInByPasskey: {
    summary:
      'Signs in by a passkey, which is both steps: the device asked for a fingerprint, a face or a PIN.',
    tag,
    body: z.object({ passkey: passkeyAssertion }),
    errors: ['invalid_passkey', 'user_token_expired', 'user_disabled', 'user_deleted'],
    cookies: true,
    ratePerMinute: 30,
    responses: { 200: signedIn },
  },
} satisfies Record<string, EndpointSchemas>
