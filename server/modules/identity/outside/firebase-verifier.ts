import type { FirebaseSettings } from '#server/identity-settings.ts'
import type { TokenVerifier } from '#server/platform/verified-token.ts'
import { refused, requirePast, verifyJwt } from '../verify-jwt.ts'
import { personOf } from './person-claims.ts'
import { fetchKeySet, providerKeys } from './provider-keys.ts'

const google = 'https://www.googleapis.com'
const keySet = '/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'
const skewSec = 30

/** The issuer of a project's tokens. */
export function firebaseIssuer(projectId: string): string {
  return `https://securetoken.google.com/${projectId}`
}

/**
 * Accepts the ID tokens of one Firebase project, by the rules of
 * https://firebase.google.com/docs/auth/admin/verify-id-tokens: RS256 by a key of Google's, issuer and audience the
 * project, signed in in the past. Tokens of its emulator are unsigned and refused. A refreshed token keeps the time of
 * its sign-in, so that is what a revocation is compared with.
 */
export function createFirebaseVerifier({ projectId, url }: FirebaseSettings): TokenVerifier {
  const issuer = firebaseIssuer(projectId)
  const key = providerKeys(async () => await fetchKeySet(`${url ?? google}${keySet}`))
  return {
    verify: async (token) => {
      const claims = await verifyJwt(token, {
        key,
        algorithms: ['RS256'],
        issuer,
        audience: projectId,
        skewSec,
        requiredClaims: ['auth_time'],
      })
      // Each tenant of a project numbers its own people.
      const { tenant } = (claims.firebase ?? {}) as { tenant?: unknown }
      if (tenant !== undefined) throw refused('a tenant of the project')
      const signedInAt = requirePast(claims.auth_time, skewSec, 'auth_time')
      return {
        iss: issuer,
        sub: claims.sub,
        sessionId: String(claims.auth_time),
        ...personOf(claims),
        issuedAt: signedInAt,
        signedInAt,
      }
    },
    // Nothing is known of an account but what its token says.
    evict: () => {},
    clear: () => {},
  }
}
