import * as z from 'zod/mini'

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
  /** How hard to guess it must be, 0 to 4 by zxcvbn; 0 asks for nothing. Only the server can tell. */
  minScore: z.int(),
  /** Leaked and common passwords are refused, and one's own name or address. Only the server can tell. */
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

export const identityResponses = {
  signUp: { 201: signedIn },
  signIn: { 200: signedIn },
  refresh: { 200: signedInOrNot },
  signOut: { 204: null },
  sendVerification: { 202: null },
  confirmVerification: { 200: signedInOrNot },
  getPasswordPolicy: { 200: passwordPolicy },
  getIdentityUser: { 200: authUser },
  sendReset: { 202: null },
  confirmReset: { 200: resetConfirmed },
  changePassword: { 204: null },
  reauthenticate: { 204: null },
  sendSignInLink: { 202: null },
  confirmSignInLink: { 200: signedIn },
  changeEmail: { 200: emailChange },
  recoverEmail: { 200: emailRecovered },
}
