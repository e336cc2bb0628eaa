import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import type { SignedIn } from './identity.responses.ts'
import { passkeyAssertion } from './passkey-shapes.ts'
import type {
  AuthenticatorSetup,
  NewRecoveryCodes,
  RecoveryCodes,
  SecondFactors,
  SecondStep,
} from './second-factor.responses.ts'

const tag = 'identity'
const code = z.string().check(z.regex(/^\d{6}$/))

/** A code of the authenticator app, a recovery code, or the answer of a passkey. */
export const factorProof = z.union([
  z.strictObject({ code }),
  z.strictObject({ recoveryCode: z.string().check(z.minLength(1), z.maxLength(40)) }),
  z.strictObject({ passkey: passkeyAssertion }),
])
export type FactorProof = z.output<typeof factorProof>

const proofErrors = ['invalid_verification_code', 'invalid_passkey'] as const
/** Who changes second factors proves both: that they are there, and a second factor if they have one. */
export const changeErrors = ['requires_recent_login', 'requires_second_factor'] as const

export const getSecondFactors = endpoint<SecondFactors>()({
  id: 'getSecondFactors',
  method: 'GET',
  path: '/identity/second-factors',
  access: 'bearer',
  summary: 'The member’s second factors: passkeys, authenticator app and recovery codes.',
  tag,
})

export const startAuthenticator = endpoint<AuthenticatorSetup>()({
  id: 'startAuthenticator',
  method: 'POST',
  path: '/identity/authenticator',
  access: 'bearer',
  summary: 'Begins to add an authenticator app: a new secret, which counts once a code of it is confirmed.',
  tag,
  body: z.object({}),
  bodyOptional: true,
  errors: [...changeErrors, 'authenticator_exists'],
  ratePerMinute: 20,
})

export const confirmAuthenticator = endpoint<NewRecoveryCodes>()({
  id: 'confirmAuthenticator',
  method: 'POST',
  path: '/identity/authenticator/confirm',
  access: 'bearer',
  summary: 'Adds the authenticator app by a code of it; answers recovery codes with the first second factor.',
  tag,
  body: z.object({ code }),
  errors: [...changeErrors, 'invalid_verification_code', 'authenticator_exists', 'authenticator_missing'],
  ratePerMinute: 20,
})

export const removeAuthenticator = endpoint<null>()({
  id: 'removeAuthenticator',
  method: 'DELETE',
  path: '/identity/authenticator',
  access: 'bearer',
  summary: 'Removes the authenticator app; without another second factor the recovery codes go too.',
  tag,
  errors: changeErrors,
})

export const makeRecoveryCodes = endpoint<RecoveryCodes>()({
  id: 'makeRecoveryCodes',
  method: 'POST',
  path: '/identity/recovery-codes',
  access: 'bearer',
  summary: 'Ten new recovery codes; those from before no longer work.',
  tag,
  body: z.object({}),
  bodyOptional: true,
  errors: [...changeErrors, 'second_factor_missing'],
  ratePerMinute: 10,
})

export const proveSecondFactor = endpoint<null>()({
  id: 'proveSecondFactor',
  method: 'POST',
  path: '/identity/second-factors/proof',
  access: 'bearer',
  summary:
    'Proves a second factor; what asks for one then works for ten minutes. A passkey proves a recent sign-in, too.',
  tag,
  body: factorProof,
  errors: [...proofErrors, 'second_factor_missing'],
  ratePerMinute: 20,
})

export const getSecondStep = endpoint<SecondStep>()({
  id: 'getSecondStep',
  method: 'GET',
  path: '/identity/second-step',
  access: 'public',
  summary: 'How the sign-in of the cookie can be finished; null without one.',
  tag,
  cookies: true,
})

export const confirmSecondStep = endpoint<SignedIn>()({
  id: 'confirmSecondStep',
  method: 'POST',
  path: '/identity/second-step',
  access: 'public',
  summary: 'Finishes the sign-in of the cookie, which answered `second_step_required`.',
  tag,
  body: factorProof,
  errors: [...proofErrors, 'sign_in_expired', 'user_token_expired', 'user_disabled', 'user_deleted'],
  cookies: true,
  ratePerMinute: 30,
})
