import { batched } from '#server/platform/batched.ts'
import { ExpiringCache } from '#server/platform/expiring-cache.ts'
import { problem } from '#server/platform/http/problems.ts'
import {
  embeddedIssuer,
  verdictTtlMs,
  type TokenVerifier,
  type VerifiedToken,
} from '#server/platform/verified-token.ts'
import { audience } from './access-token.ts'
import { findLiveAccounts, type IdentityDb, type LiveAccount } from './identity-queries.ts'
import { signingAlgorithm, type SigningKeys } from './signing-keys.ts'
import { refused, verifyJwt, type TimedClaims } from './verify-jwt.ts'

const skewSec = 10

type Claims = TimedClaims & { sid: string }

/** Claims of tokens whose signature was checked: some 10 MB at most. What is said of a session is not kept with them. */
const known = { ttlMs: 300_000, entriesMax: 10_000 }

/**
 * Accepts our own access tokens: ES256 by a key of ours, issuer and audience ours, the session still alive. A signature
 * that was checked stays right, so each is checked once in five minutes: it was an eighth of a list's CPU in this process.
 * The address and whether it is verified are read from the account, at most 20 s old, since a token outlives changes.
 */
export function createTokenVerifier(db: IdentityDb, keys: SigningKeys, publicOrigin: string): TokenVerifier {
  const accounts = new ExpiringCache<LiveAccount | undefined>({
    ttlMs: verdictTtlMs,
    entriesMax: 50_000,
  })
  const signed = new ExpiringCache<Claims>(known)
  const liveAccount = batched(async (uids) => await findLiveAccounts(db, uids))
  return {
    verify: async (token) => {
      const { sub, sid, iat } = await checkedClaims(token)
      const account = await accounts.get(`${embeddedIssuer} ${sub}`, async () => await liveAccount(sub))
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
        signedInAt: null,
      } satisfies VerifiedToken
    },
    evict: (key) => accounts.evict(key),
    clear: () => accounts.clear(),
  }

  async function checkedClaims(token: string): Promise<Claims> {
    const check = async () => await claimsOf(token, keys, publicOrigin)
    const claims = await signed.get(token, check)
    if (Date.now() / 1000 < claims.exp + skewSec) return claims
    // Too old since it was checked: refused by the same rules as one that never was.
    signed.evict(token)
    return await check()
  }

  async function refreshed(sub: string, sid: string, before: unknown) {
    if (before === undefined) return undefined
    accounts.evict(`${embeddedIssuer} ${sub}`)
    const account = await accounts.get(`${embeddedIssuer} ${sub}`, async () => await liveAccount(sub))
    return account?.sessionIds.includes(sid) ? account : undefined
  }
}

async function claimsOf(token: string, keys: SigningKeys, issuer: string): Promise<Claims> {
  const claims = await verifyJwt(token, {
    key: async ({ kid }) => {
      const key = kid === undefined ? undefined : await keys.publicKey(kid)
      if (!key) throw refused('unknown key')
      return key
    },
    algorithms: [signingAlgorithm],
    issuer,
    audience,
    typ: 'at+jwt',
    skewSec,
    requiredClaims: ['sid'],
  })
  return claims as Claims
}
