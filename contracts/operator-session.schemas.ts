import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { operatorMe, operatorRole, sixDigits } from './operator-account.schemas.ts'
import { passkeyAssertion, passkeyRegistration } from './passkey-shapes.ts'
import { passkeyCreation, passkeyRequest } from './passkeys.schemas.ts'
import { authenticatorSetup } from './second-factor.schemas.ts'
import { emailAddress, time } from './shapes.ts'

const tag = 'operator'
/** Cookies travel with these calls, and nobody is known before them. */
const ofSession = { tag, cookies: true, ratePerMinute: 30 } as const
const secretText = z.string().check(z.regex(/^[\w-]{43}$/))
/** The secret of the link that was mailed: what stands behind the `#` of `/console/invitation#…`. */
const invited = z.object({ token: secretText })
const linkErrors = ['invalid_action_code', 'expired_action_code'] as const

/** An operator who is signed in; the session's cookie comes with it. */
export const operatorSignedIn = z.object({
  /** Opaque, for the memory of this tab alone. */
  accessToken: z.string(),
  /** When it stops working; `renewOperatorToken` answers the next. */
  expiresAt: time,
  me: operatorMe,
})
export type OperatorSignedIn = z.output<typeof operatorSignedIn>

const operatorInvitation = z.object({
  name: z.string(),
  email: z.string(),
  role: operatorRole,
  expiresAt: time,
  /** The operator has a factor already: with the new one the old ones and every session end. */
  replacesFactors: z.boolean(),
})
export type OperatorInvitation = z.output<typeof operatorInvitation>

export const operatorSessionSchemas = {
  readOperatorInvitation: {
    ...ofSession,
    summary: 'Whom an invitation is for; the link stays good.',
    body: invited,
    errors: [...linkErrors],
    responses: { 200: operatorInvitation },
  },
  startInvitedPasskey: {
    ...ofSession,
    summary: 'Begins to accept an invitation by a new passkey.',
    body: invited,
    errors: [...linkErrors],
    responses: { 200: passkeyCreation },
  },
  acceptByPasskey: {
    ...ofSession,
    summary: 'Accepts an invitation by the passkey that the browser made, uses the link up, and signs in.',
    body: z.extend(invited, { passkey: passkeyRegistration }),
    errors: [...linkErrors, 'invalid_passkey', 'passkey_exists'],
    responses: { 200: operatorSignedIn },
  },
  startInvitedAuthenticator: {
    ...ofSession,
    summary: 'Begins to accept an invitation by an authenticator app.',
    body: invited,
    errors: [...linkErrors],
    responses: { 200: authenticatorSetup },
  },
  acceptByAuthenticator: {
    ...ofSession,
    summary: 'Accepts an invitation by a code of the authenticator app, uses the link up, and signs in.',
    body: z.extend(invited, { code: sixDigits }),
    errors: [...linkErrors, 'invalid_verification_code', 'authenticator_missing'],
    responses: { 200: operatorSignedIn },
  },
  startOperatorSignIn: {
    ...ofSession,
    summary: 'What the browser passes to `navigator.credentials.get()` to sign in; it names no operator.',
    body: z.object({}),
    bodyOptional: true,
    responses: { 200: passkeyRequest },
  },
  signInOperatorByPasskey: {
    ...ofSession,
    summary: 'Signs in by a passkey.',
    body: z.object({ passkey: passkeyAssertion }),
    errors: ['invalid_passkey'],
    responses: { 200: operatorSignedIn },
  },
  mailOperatorCode: {
    ...ofSession,
    summary:
      'Mails the code with which an operator signs in who has an authenticator app. Answers the same for any address.',
    body: z.object({ email: emailAddress }),
    responses: { 200: z.object({ attempt: z.string() }) },
  },
  signInOperatorByAuthenticator: {
    ...ofSession,
    summary: 'Signs in by the mailed code and a code of the authenticator app.',
    body: z.object({ attempt: secretText, mailCode: sixDigits, code: sixDigits }),
    errors: ['invalid_verification_code', 'authenticator_lost', 'sign_in_expired'],
    responses: { 200: operatorSignedIn },
  },
  renewOperatorToken: {
    ...ofSession,
    summary: 'The next access token of the cookie’s session; `unauthenticated` where none lives.',
    body: z.object({}),
    bodyOptional: true,
    errors: ['unauthenticated'],
    ratePerMinute: 120,
    responses: { 200: operatorSignedIn },
  },
  signOutOperator: {
    ...ofSession,
    summary: 'Ends the cookie’s session and all its tokens.',
    body: z.object({}),
    bodyOptional: true,
    responses: { 204: null },
  },
} satisfies Record<string, EndpointSchemas>
