import * as z from 'zod/mini'
import { captchaToken } from './captcha.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { agreements } from './legal.schemas.ts'
import { emailAddress, passwordText, visible } from './shapes.ts'

const tag = 'identity'
const linkToken = z.string().check(z.minLength(1), z.maxLength(2000))

/** The identity provider's view of a member. */
export const authUser = z.object({
  uid: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  displayName: z.nullable(z.string()),
  photoURL: z.nullable(z.string()),
})
export type AuthUser = z.output<typeof authUser>

export const signedIn = z.object({ user: authUser, accessToken: z.string(), expiresInSec: z.int() })
export type SignedIn = z.output<typeof signedIn>

/** Signed in, or no session: `{ user: null }`, which is not an error. */
export const signedInOrNot = z.union([signedIn, z.object({ user: z.null() })])
export type SignedInOrNot = z.output<typeof signedInOrNot>

export const passwordPolicy = z.object({
  minLength: z.int(),
  maxLength: z.nullable(z.int()),
  requireLowercase: z.boolean(),
  requireUppercase: z.boolean(),
  requireDigit: z.boolean(),
  requireSymbol: z.boolean(),
  /** How hard to guess it must be, 0 to 4 by zxcvbn; 0 asks for nothing. Only the server can judge it. */
  minScore: z.int(),
  /** Leaked and common passwords are refused, and one's own name or address. Only the server can judge it. */
  refuseBreached: z.boolean(),
})
export type PasswordPolicy = z.output<typeof passwordPolicy>

/** `pendingEmail` waits for the link mailed to it; null where the address changed at once. */
export const emailChange = z.object({ pendingEmail: z.nullable(z.string()) })
export type EmailChange = z.output<typeof emailChange>

/** The address the account has again, and the token with which to choose a new password at once. */
export const emailRecovered = z.object({ email: z.string(), resetToken: z.string() })
export type EmailRecovered = z.output<typeof emailRecovered>

/** What else than password and mailbox gets into an account, or is asked for as a second step. */
export const wayIn = z.object({
  kind: z.enum(['social', 'passkey', 'authenticator', 'recovery_codes']),
  /** The provider's name, or the passkey's. */
  name: z.nullable(z.string()),
})
export type WayIn = z.output<typeof wayIn>

/** The address to sign in with now, which the browser may not know, and what stays beside the new password. */
export const resetConfirmed = z.object({ email: z.string(), waysIn: z.array(wayIn) })
export type ResetConfirmed = z.output<typeof resetConfirmed>

/** Who changes second factors proves both: that they are there, and a second factor if they have one. */
export const changeErrors = ['requires_recent_login', 'requires_second_factor'] as const

export const identitySchemas = {
  signUp: {
    summary: 'Creates an account, signs in, and mails a link and a code to verify the address.',
    tag,
    body: z.object({
      email: emailAddress,
      password: passwordText,
      displayName: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(60), visible)),
      /** Of the browser, an IANA name: the first of the profile. One that there is not is ignored. */
      timeZone: z.optional(z.string().check(z.maxLength(60))),
      captchaToken: z.optional(captchaToken),
      /** The versions that the form showed; without them the first visit asks. */
      agreements: z.optional(agreements),
    }),
    errors: [
      'email_already_in_use',
      'weak_password',
      'invalid_email',
      'captcha_required',
      'legal_version_stale',
      'sign_up_paused',
    ],
    cookies: true,
    ratePerMinute: 20,
    responses: { 201: signedIn },
  },
  signIn: {
    summary: 'Signs in with a password; an unknown address and a wrong password look and time alike.',
    tag,
    body: z.object({ email: emailAddress, password: passwordText, captchaToken: z.optional(captchaToken) }),
    errors: [
      'invalid_credential',
      'user_disabled',
      'user_deleted',
      'user_token_expired',
      'captcha_required',
      'second_step_required',
    ],
    cookies: true,
    ratePerMinute: 30,
    responses: { 200: signedIn },
  },
  refresh: {
    summary: 'A new access token for the session of the cookie; without a session the user is null.',
    tag,
    body: z.object({}),
    bodyOptional: true,
    errors: ['user_disabled', 'user_token_expired', 'user_deleted'],
    cookies: true,
    responses: { 200: signedInOrNot },
  },
  signOut: {
    summary:
      'Ends the session of the cookie (with Firebase that of the bearer), or with `everywhere` every session of its member.',
    tag,
    body: z.object({ everywhere: z.optional(z.boolean()) }),
    bodyOptional: true,
    cookies: true,
    responses: { 204: null },
  },
  sendVerification: {
    summary: 'Mails a new link and code; at most once in 60 seconds.',
    tag,
    body: z.object({}),
    bodyOptional: true,
    errors: ['email_already_verified'],
    unverifiedAllowed: true,
    responses: { 202: null },
  },
  confirmVerification: {
    summary:
      'Verifies the address by the code (needs the session’s cookie) or by the mailed link’s token, a changed one too. Without a session of the account a link needs its password; that of a new account also takes a new one, which ends what let others in before.',
    tag,
    body: z.union([
      z.strictObject({ code: z.string().check(z.regex(/^\d{6}$/)) }),
      z.strictObject({ token: linkToken }),
      z.strictObject({ token: linkToken, password: passwordText }),
      z.strictObject({ token: linkToken, newPassword: passwordText }),
    ]),
    errors: [
      'unauthenticated',
      'invalid_action_code',
      'expired_action_code',
      'invalid_verification_code',
      'email_already_verified',
      'email_already_in_use',
      'password_required',
      'invalid_credential',
      'weak_password',
      'user_disabled',
      'user_deleted',
      'user_token_expired',
    ],
    cookies: true,
    ratePerMinute: 30,
    responses: { 200: signedInOrNot },
  },
  getPasswordPolicy: {
    summary: 'What a password must have.',
    tag,
    responses: { 200: passwordPolicy },
  },
  getIdentityUser: {
    summary: 'Whose the access token is; of an outside provider, by which uid this product knows them.',
    tag,
    unverifiedAllowed: true,
    responses: { 200: authUser },
  },
} satisfies Record<string, EndpointSchemas>
