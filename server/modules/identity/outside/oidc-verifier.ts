import type { ServerMetadata } from 'openid-client'
import { isLoopback, type OidcKeys } from '#server/social-settings.ts'
import type { TokenVerifier } from '#server/platform/verified-token.ts'
import { refused, requirePast, verifyJwt, type TimedClaims } from '../verify-jwt.ts'
import { personOf } from './person-claims.ts'
import { fetchKeySet, providerKeys } from './provider-keys.ts'

/** Signatures that somebody who knows the public key cannot make; none without a key, and none by a shared one. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA']
const skewSec = 30

/** The issuer by which members are known: the operator may write it with the last slash or without. */
export function oidcIssuer({ issuer }: Pick<OidcKeys, 'issuer'>): string {
  return issuer.replace(/\/$/, '')
}

/**
 * Accepts the ID tokens that an OpenID Connect issuer makes for our client; no other token of the issuer. A
 * revocation is compared with the time of issue: the sign-in at the provider may be days old where it asks nobody
 * twice.
 */
export function createOidcVerifier(
  provider: Pick<OidcKeys, 'issuer' | 'clientId'>,
  metadata: () => Promise<ServerMetadata>,
): TokenVerifier {
  const iss = oidcIssuer(provider)
  const key = providerKeys(async () => await fetchKeySet(keyAddress(await metadata())))
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
      const { auth_time: authTime, sid, iat } = claims
      const signedInAt = authTime === undefined ? null : requirePast(authTime, skewSec, 'auth_time')
      return {
        iss,
        sub: claims.sub,
        sessionId: typeof sid === 'string' ? sid : String(signedInAt?.getTime() ?? iat),
        ...personOf(claims),
        issuedAt: new Date(iat * 1000),
        signedInAt,
      }
    },
    evict: () => {},
    clear: () => {},
  }
}

/** An access token or a logout token may have our audience too; another client's ID token names it (`azp`). */
function requireIdToken({ azp, aud, events, scope, client_id: client }: TimedClaims, clientId: string): void {
  if (events !== undefined) throw refused('a logout token')
  if (scope !== undefined || client !== undefined) throw refused('an access token')
  if (azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== clientId)
    throw refused('made for another client')
}

function keyAddress({ jwks_uri: address }: ServerMetadata): string {
  if (!address) throw new Error('The issuer publishes no keys')
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'https:' && !isLoopback(hostname))
    throw new Error('The issuer publishes its keys in the open')
  return address
}
