import { SignJWT } from 'jose'
import type { AuthUser, SignedIn } from '#contracts/identity.schemas.ts'
import type { IdentityUser } from './identity-queries.ts'
import { signingAlgorithm, type SigningKeys } from './signing-keys.ts'

/** The audience of our access tokens. */
export const audience = 'crels'

export const accessTokenLifetimeSec = 3600

/** The answer that signs in: who it is, and an access token of one hour for the session. */
export async function signedInAnswer(
  keys: SigningKeys,
  publicOrigin: string,
  { user, sessionId }: { user: IdentityUser; sessionId: string },
): Promise<SignedIn> {
  const { kid, privateKey } = await keys.current()
  const accessToken = await new SignJWT({
    sid: sessionId,
    email: user.email,
    email_verified: user.emailVerified,
    name: user.name || undefined,
  })
    .setProtectedHeader({ alg: signingAlgorithm, typ: 'at+jwt', kid })
    .setIssuer(publicOrigin)
    .setAudience(audience)
    .setSubject(user.uid)
    .setIssuedAt()
    .setExpirationTime(`${accessTokenLifetimeSec}s`)
    .sign(privateKey)
  return {
    user: authUserOf(user),
    accessToken,
    expiresInSec: accessTokenLifetimeSec,
  }
}

/** An account as its own browser sees it. */
export function authUserOf({ uid, email, emailVerified, name, image }: IdentityUser): AuthUser {
  return { uid, email, emailVerified, displayName: name || null, photoURL: image }
}
