import type { JWTPayload } from 'jose'
import * as z from 'zod/mini'
import { emailAddress, visible } from '#contracts/shapes.ts'
import type { VerifiedToken } from '#server/platform/verified-token.ts'
import { refused } from '../verify-jwt.ts'

const displayName = z.string().check(z.trim(), z.minLength(1), z.maxLength(60), visible)

/**
 * The person whom a token names. Its photo is left out: photos of ours are uploaded, and no page loads one from
 * elsewhere. Throws `unauthenticated` where there is no address, since members are written to.
 */
export function personOf({
  email,
  email_verified: emailVerified,
  name,
}: JWTPayload): Pick<VerifiedToken, 'email' | 'emailVerified' | 'displayName' | 'photoURL'> {
  const address = z.safeParse(emailAddress, email)
  if (!address.success) throw refused('the token has no e-mail address')
  const named = z.safeParse(displayName, name)
  return {
    email: address.data.toLowerCase(),
    // Some say it as text.
    emailVerified: emailVerified === true || emailVerified === 'true',
    displayName: named.success ? named.data : null,
    photoURL: null,
  }
}
