import * as z from 'zod/mini'

/** The identity provider's view of a member (specification section 3). */
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
})
export type PasswordPolicy = z.output<typeof passwordPolicy>

export const identityResponses = {
  signUp: { 201: signedIn },
  signIn: { 200: signedIn },
  refresh: { 200: signedInOrNot },
  signOut: { 204: null },
  sendVerification: { 202: null },
  confirmVerification: { 200: signedInOrNot },
  getPasswordPolicy: { 200: passwordPolicy },
}
