import { dayMs } from '#rules/utc-date.ts'
import type { FirebaseSettings } from '#server/identity-settings.ts'
import { ExpiringCache } from '#server/platform/expiring-cache.ts'
import { problem } from '#server/platform/http/problems.ts'
import { verdictTtlMs, type TokenVerifier } from '#server/platform/verified-token.ts'
import type { SessionRules } from '../session-secret.ts'
import { refused, requireOwnToken, requirePast, verifyJwt } from '../verify-jwt.ts'
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
 * its sign-in, so that is what a revocation is compared with, and what a session is known by: one that a sign-out ended
 * (`endedSignIns`, by subject: when they were, in ms) or that is older than the lifetime of sessions is
 * `user_token_expired`, at once where the account's change is heard of, and in any case within 20 s.
 */
export function createFirebaseVerifier(
  { projectId, url }: FirebaseSettings,
  { lifetimeDays }: Pick<SessionRules, 'lifetimeDays'>,
  endedSignIns: (sub: string) => Promise<Set<number>>,
): TokenVerifier {
  const issuer = firebaseIssuer(projectId)
  const ended = new ExpiringCache<Set<number>>({ ttlMs: verdictTtlMs, entriesMax: 50_000 })
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
      requireOwnToken(claims, projectId)
      // Each tenant of a project numbers its own people.
      const { tenant } = (claims.firebase ?? {}) as { tenant?: unknown }
      if (tenant !== undefined) throw refused('a tenant of the project')
      const signedInAt = requirePast(claims.auth_time, skewSec, 'auth_time')
      const { sub } = claims
      const endedOfSub = await ended.get(`${issuer} ${sub}`, async () => await endedSignIns(sub))
      const isOver = signedInAt.getTime() < Date.now() - lifetimeDays * dayMs
      if (isOver || endedOfSub.has(signedInAt.getTime())) throw problem('user_token_expired')
      return {
        iss: issuer,
        sub,
        sessionId: String(claims.auth_time),
        ...personOf(claims),
        issuedAt: signedInAt,
        signedInAt,
      }
    },
    evict: (key) => ended.evict(key),
    clear: () => ended.clear(),
  }
}
