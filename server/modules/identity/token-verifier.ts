import { decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose'
import { ExpiringCache } from '#server/platform/expiring-cache.ts'
import { problem } from '#server/platform/http/problems.ts'
import {
  embeddedIssuer,
  verdictTtlMs,
  type TokenVerifier,
  type VerifiedToken,
} from '#server/platform/verified-token.ts'
import { audience } from './access-token.ts'
import { findLiveAccount, type IdentityDb } from './identity-queries.ts'
import { signingAlgorithm, type SigningKeys } from './signing-keys.ts'

/** The embedded provider's verifier; it also knows which sessions live. */
export interface EmbeddedVerifier extends TokenVerifier {
  /** Forgets what is known of an account; `key` is `{iss} {sub}`. */
  evict(key: string): void
  clear(): void
}

const skewSec = 10

/**
 * Accepts our own access tokens: ES256 by a key of ours, issuer and audience ours, the session still alive.
 * The address and whether it is verified are read from the account, at most 20 s old, since a token outlives changes.
 */
export function createTokenVerifier(
  db: IdentityDb,
  keys: SigningKeys,
  publicOrigin: string,
): EmbeddedVerifier {
  const accounts = new ExpiringCache<Awaited<ReturnType<typeof findLiveAccount>>>({ ttlMs: verdictTtlMs })
  return {
    verify: async (token) => {
      const { sub, sid, iat } = await claimsOf(token, keys, publicOrigin)
      const account = await accounts.get(
        `${embeddedIssuer} ${sub}`,
        async () => await findLiveAccount(db, sub),
      )
      // A session younger than what we know of the account: look once more.
      const fresh = account?.sessionIds.includes(sid) ? account : await refreshed(sub, sid, account)
      if (!fresh) throw problem('user_token_expired')
      return {
        iss: embeddedIssuer,
        sub,
        sessionId: sid,
        email: fresh.email,
        emailVerified: fresh.emailVerified,
        displayName: fresh.name || null,
        photoURL: fresh.image,
        issuedAt: new Date(iat * 1000),
      } satisfies VerifiedToken
    },
    evict: (key) => accounts.evict(key),
    clear: () => accounts.clear(),
  }

  async function refreshed(sub: string, sid: string, before: unknown) {
    if (before === undefined) return undefined
    accounts.evict(`${embeddedIssuer} ${sub}`)
    const account = await accounts.get(`${embeddedIssuer} ${sub}`, async () => await findLiveAccount(db, sub))
    return account?.sessionIds.includes(sid) ? account : undefined
  }
}

async function claimsOf(token: string, keys: SigningKeys, issuer: string) {
  try {
    const { kid } = decodeProtectedHeader(token)
    const key = kid === undefined ? undefined : await keys.publicKey(kid)
    if (!key) throw problem('unauthenticated', { internal: 'unknown key' })
    const { payload } = await jwtVerify(token, key, {
      algorithms: [signingAlgorithm],
      issuer,
      audience,
      typ: 'at+jwt',
      clockTolerance: skewSec,
      requiredClaims: ['sub', 'sid', 'iat', 'exp'],
    })
    return payload as JWTPayload & { sub: string; sid: string; iat: number }
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw problem('access_token_expired')
    if (error instanceof errors.JOSEError || error instanceof TypeError)
      throw problem('unauthenticated', { cause: error, internal: error.message })
    throw error
  }
}
