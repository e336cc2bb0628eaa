import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey, type JWTVerifyOptions } from 'jose'
import { problem } from '#server/platform/http/problems.ts'

/** Characters of the longest token that is looked at; those of known providers have 1 000 to 2 000. */
export const longestToken = 8192

export interface JwtRules {
  key: JWTVerifyGetKey
  algorithms: string[]
  issuer: string | string[]
  audience: string
  /** Seconds that clocks may differ. */
  skewSec: number
  requiredClaims: string[]
  typ?: string
}

/** What every accepted token has. */
export type TimedClaims = JWTPayload & { sub: string; iat: number; exp: number }

/**
 * The claims of a token that is signed by a key of the provider, for this audience and valid now. Throws
 * `access_token_expired` for one that only is too old, and `unauthenticated` for everything else.
 */
export async function verifyJwt(token: string, rules: JwtRules): Promise<TimedClaims> {
  if (token.length > longestToken) throw refused('too long')
  const { key, skewSec, requiredClaims, ...pinned } = rules
  const options: JWTVerifyOptions = {
    ...pinned,
    clockTolerance: skewSec,
    requiredClaims: ['sub', 'iat', 'exp', ...requiredClaims],
  }
  try {
    const { payload } = await jwtVerify(token, key, options)
    const { sub, iat } = payload
    if (!isSubject(sub)) throw refused('no subject')
    // The library compares this only where an age is asked for.
    requirePast(iat, skewSec, 'iat')
    return payload as TimedClaims
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw problem('access_token_expired')
    if (error instanceof errors.JOSEError || error instanceof TypeError)
      throw problem('unauthenticated', { cause: error, internal: error.message })
    throw error
  }
}

/** Refuses an ID token that another client of the issuer was given, or that names several without saying which (`azp`). */
export function requireOwnToken({ azp, aud }: { azp?: unknown; aud?: unknown }, clientId: string): void {
  if (azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== clientId)
    throw refused('made for another client')
}

/** Whether an issuer's subject is one: what PostgreSQL cannot store, or what cannot identify a person, is none. */
export function isSubject(sub: unknown): sub is string {
  // oxlint-disable-next-line no-control-regex -- NUL is exactly what is refused, with its like
  return typeof sub === 'string' && /^[^\u0000-\u001f\u007f]{1,255}$/u.test(sub)
}

/** A time in seconds that has come. Throws `unauthenticated`. */
export function requirePast(time: unknown, skewSec: number, name: string): Date {
  if (typeof time !== 'number' || !Number.isFinite(time)) throw refused(`${name} is no time`)
  if (time > Date.now() / 1000 + skewSec) throw refused(`${name} is in the future`)
  return new Date(time * 1000)
}

/** `unauthenticated`, with the reason for the log alone. */
export function refused(internal: string) {
  return problem('unauthenticated', { internal })
}
