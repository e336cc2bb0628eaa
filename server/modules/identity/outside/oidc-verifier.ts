import type { ServerMetadata } from 'openid-client'
import { isLoopback } from '#rules/loopback.ts'
import type { OidcKeys } from '#server/social-settings.ts'
import { ExpiringCache } from '#server/platform/expiring-cache.ts'
import { verdictTtlMs, type TokenVerifier } from '#server/platform/verified-token.ts'
import { problem } from '#server/platform/http/problems.ts'
import { hashToken } from '#server/platform/secret-token.ts'
import { refused, requireOwnToken, requirePast, verifyJwt, type TimedClaims } from '../verify-jwt.ts'
import { personOf } from './person-claims.ts'
import { fetchKeySet, providerKeys } from './provider-keys.ts'

/** Signatures that cannot be made with the public key; none without a key, and none by a shared one. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA']
const skewSec = 30

/** The issuer by which members are known: the operator may write it with the last slash or without. */
export function oidcIssuer({ issuer }: Pick<OidcKeys, 'issuer'>): string {
  return issuer.replace(/\/$/, '')
}

/**
 * Accepts the ID tokens that an OpenID Connect issuer makes for our client; no other token of the issuer. A revocation
 * is compared with the time of issue: the sign-in at the provider may be days old where it does not ask again.
 * A token that ended with its session (`endedTokens`, by subject: hashes, and when in ms) is `user_token_expired`: at
 * once where the account's change is heard of, and in any case within 20 s.
 */
export function createOidcVerifier(
  provider: Pick<OidcKeys, 'issuer' | 'clientId'>,
  metadata: () => Promise<ServerMetadata>,
  endedTokens: (sub: string) => Promise<Map<string, number>>,
): TokenVerifier {
  const iss = oidcIssuer(provider)
  const key = providerKeys(async () => await fetchKeySet(keyAddress(await metadata())))
  const ended = new ExpiringCache<Map<string, number>>({ ttlMs: verdictTtlMs, entriesMax: 50_000 })
  return {
    verify: async (token) => {
      const claims = await verifyJwt(token, {
        key,
        algorithms,
        issuer: [iss, `${iss}/`],
        audience: provider.clientId,
        skewSec,
        requiredClaims: [],
      })
      requireIdToken(claims, provider.clientId)
      const { auth_time: authTime, sid, iat, sub } = claims
      const endedOfSub = await ended.get(`${iss} ${sub}`, async () => await endedTokens(sub))
      const endsAtMs = endedOfSub.get(hashToken(token).toString('hex'))
      if (endsAtMs !== undefined && endsAtMs <= Date.now()) throw problem('user_token_expired')
      const signedInAt = authTime === undefined ? null : requirePast(authTime, skewSec, 'auth_time')
      return {
        iss,
        sub,
        sessionId: typeof sid === 'string' ? sid : String(signedInAt?.getTime() ?? iat),
        ...personOf(claims),
        issuedAt: new Date(iat * 1000),
        signedInAt,
      }
    },
    evict: (key) => ended.evict(key),
    clear: () => ended.clear(),
  }
}

/** An access token or a logout token may have our audience too; another client's ID token names it (`azp`). */
function requireIdToken({ azp, aud, events, scope, client_id: client }: TimedClaims, clientId: string): void {
  if (events !== undefined) throw refused('a logout token')
  if (scope !== undefined || client !== undefined) throw refused('an access token')
  requireOwnToken({ azp, aud }, clientId)
}

function keyAddress({ jwks_uri: address }: ServerMetadata): string {
  if (!address) throw new Error('The issuer publishes no keys')
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'https:' && !isLoopback(hostname))
    throw new Error('The issuer publishes its keys in the open')
  return address
}
