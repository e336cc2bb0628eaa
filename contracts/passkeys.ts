import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import type { SignedIn } from './identity.responses.ts'
import { passkeyAssertion, passkeyRegistration } from './passkey-shapes.ts'
import type { NewPasskey, PasskeyCreation, PasskeyRequest } from './passkeys.responses.ts'
import { changeErrors } from './second-factor.ts'
import { visible } from './shapes.ts'

const tag = 'identity'
/** As `ids.ts` has it, which other screens load: imported here, it would bring this file to all of them. */
const params = z.object({ id: z.string().check(z.regex(/^psk_[0-9a-f]{32}$/)) })

export const startPasskey = endpoint<PasskeyCreation>()({
  id: 'startPasskey',
  method: 'POST',
  path: '/identity/passkey-options',
  access: 'bearer',
  summary: 'Begins to add a passkey: what the browser passes to `navigator.credentials.create()`.',
  tag,
  body: z.object({}),
  bodyOptional: true,
  errors: [...changeErrors, 'too_many_passkeys'],
  ratePerMinute: 20,
})

export const addPasskey = endpoint<NewPasskey>()({
  id: 'addPasskey',
  method: 'POST',
  path: '/identity/passkeys',
  access: 'bearer',
  summary: 'Adds the passkey that the browser made; answers recovery codes with the first second factor.',
  tag,
  body: z.object({ passkey: passkeyRegistration }),
  errors: [...changeErrors, 'invalid_passkey', 'passkey_exists', 'too_many_passkeys'],
  ratePerMinute: 20,
})

export const renamePasskey = endpoint<null>()({
  id: 'renamePasskey',
  method: 'PATCH',
  path: '/identity/passkeys/{id}',
  access: 'bearer',
  summary: 'Gives a passkey another name.',
  tag,
  params,
  body: z.object({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60), visible) }),
  ratePerMinute: 20,
})

export const removePasskey = endpoint<null>()({
  id: 'removePasskey',
  method: 'DELETE',
  path: '/identity/passkeys/{id}',
  access: 'bearer',
  summary: 'Removes a passkey; without another second factor the recovery codes go too.',
  tag,
  params,
  errors: changeErrors,
})

export const startPasskeyProof = endpoint<PasskeyRequest>()({
  id: 'startPasskeyProof',
  method: 'POST',
  path: '/identity/second-factors/passkey',
  access: 'bearer',
  summary: 'What the browser passes to `navigator.credentials.get()` to prove a second factor by passkey.',
  tag,
  body: z.object({}),
  bodyOptional: true,
  errors: ['second_factor_missing'],
  ratePerMinute: 20,
})

export const startPasskeyStep = endpoint<PasskeyRequest>()({
  id: 'startPasskeyStep',
  method: 'POST',
  path: '/identity/second-step/passkey',
  access: 'public',
  summary:
    'What the browser passes to `navigator.credentials.get()` to finish the sign-in of the cookie by passkey.',
  tag,
  body: z.object({}),
  bodyOptional: true,
  errors: ['sign_in_expired'],
  cookies: true,
  ratePerMinute: 30,
})

export const startPasskeySignIn = endpoint<PasskeyRequest>()({
  id: 'startPasskeySignIn',
  method: 'POST',
  path: '/identity/passkey-sign-in/options',
  access: 'public',
  summary:
    'What the browser passes to `navigator.credentials.get()` to sign in by passkey; it says nothing of any account.',
  tag,
  body: z.object({}),
  bodyOptional: true,
  cookies: true,
  ratePerMinute: 30,
})

export const signInByPasskey = endpoint<SignedIn>()({
  id: 'signInByPasskey',
  method: 'POST',
  path: '/identity/passkey-sign-in',
  access: 'public',
  summary: 'Signs in by a passkey, which is both steps: the device asked for a fingerprint, a face or a PIN.',
  tag,
  body: z.object({ passkey: passkeyAssertion }),
  errors: ['invalid_passkey', 'user_token_expired', 'user_disabled', 'user_deleted'],
  cookies: true,
  ratePerMinute: 30,
})
