import type { PasswordPolicy, SignedIn, SignedInOrNot } from '#contracts/identity.responses.ts'
import { request } from './http.ts'
import type { IdentityProvider } from './identity-provider.ts'

/**
 * The embedded provider: our own `/identity/*` routes. The refresh credential is an HttpOnly cookie that no script
 * reads. Its paths are written here and not taken from `contracts/identity.ts`, which would bring the schema
 * library into the first load; a test holds the two together.
 */
export const embeddedIdentity: IdentityProvider = {
  async refresh(signal) {
    return sessionOrNull(await post(identityPaths.refresh, undefined, { signal }))
  },
  async signUp(input) {
    return (await post(identityPaths.signUp, input)) as SignedIn
  },
  async signIn(input) {
    return (await post(identityPaths.signIn, input)) as SignedIn
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
  rest: { signal?: AbortSignal; bearer?: string } = {},
): Promise<unknown> {
  return request({ method: 'POST', url, body, ...rest })
}

function sessionOrNull(answer: unknown): SignedIn | null {
  const session = answer as SignedInOrNot
  return session.user === null ? null : (session as SignedIn)
}
