import type { PasswordPolicy, SignedIn, SignedInOrNot } from '#contracts/identity.schemas.ts'
import { NetworkFailure } from './api-problem.ts'
import { request } from './http.ts'
import type { IdentityProvider } from './identity-provider.ts'

/**
 * The embedded provider: our own `/identity/*` routes. The refresh credential is an HttpOnly cookie that no script
 * reads. Its paths are written here and not taken from `contracts/identity.ts`, which would bring the schema
 * library into the first load; a test holds the two together.
 */
export const embeddedIdentity: IdentityProvider = {
  async refresh(signal) {
    return sessionOrNull(await post(identityPaths.refresh, undefined, { signal, keepalive: true }))
  },
  async signUp(input) {
    return sessionOf(await post(identityPaths.signUp, input))
  },
  async signIn(input) {
    return sessionOf(await post(identityPaths.signIn, input))
  },
  async signOut({ everywhere }) {
    await post(identityPaths.signOut, { everywhere })
  },
  async sendVerification(accessToken) {
    await post(identityPaths.sendVerification, undefined, { bearer: accessToken })
  },
  async confirmVerification(proof) {
    return sessionOrNull(await post(identityPaths.confirmVerification, proof))
  },
  async passwordPolicy(signal) {
    return (await request({ method: 'GET', url: identityPaths.getPasswordPolicy, signal })) as PasswordPolicy
  },
}

/** The provider's addresses by the id of their endpoint. */
export const identityPaths = {
  refresh: '/identity/refresh',
  signUp: '/identity/sign-up',
  signIn: '/identity/sign-in',
  signOut: '/identity/sign-out',
  sendVerification: '/identity/verification/send',
  confirmVerification: '/identity/verification/confirm',
  getPasswordPolicy: '/identity/policy',
} as const

function post(
  url: string,
  body: unknown,
  rest: { signal?: AbortSignal; bearer?: string; keepalive?: boolean } = {},
): Promise<unknown> {
  return request({ method: 'POST', url, body, ...rest })
}

function sessionOrNull(answer: unknown): SignedIn | null {
  return (answer as SignedInOrNot | null)?.user === null ? null : sessionOf(answer)
}

/**
 * An answer that signs in, parsed by hand: the schema library is not in the first load. Throws `NetworkFailure` for
 * anything else: it is no answer of ours, whatever stood between.
 */
function sessionOf(answer: unknown): SignedIn {
  const { user, accessToken, expiresInSec } = (answer ?? {}) as Partial<SignedIn>
  const types = [user?.uid, user?.email, accessToken, expiresInSec, user?.emailVerified].map(
    (part) => typeof part,
  )
  if (types.join() !== 'string,string,string,number,boolean') throw new NetworkFailure(types)
  return answer as SignedIn
}
