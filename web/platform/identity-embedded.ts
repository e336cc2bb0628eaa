import type { EndpointCall } from '#contracts/endpoint.ts'
import {
  confirmVerification,
  getPasswordPolicy,
  refresh,
  sendVerification,
  signIn,
  signOut,
  signUp,
} from '#contracts/identity.endpoints.ts'
import type { PasswordPolicy, SignedIn, SignedInOrNot } from '#contracts/identity.schemas.ts'
import { NetworkFailure } from './api-problem.ts'
import { takeBootAnswer } from './boot-data.ts'
import { request, type HttpRequest } from './http.ts'
import type { IdentityProvider } from './identity-provider.ts'

/**
 * The embedded provider: our own `/identity/*` routes. The refresh credential is an HttpOnly cookie that no script
 * reads.
 */
export const embeddedIdentity: IdentityProvider = {
  async refresh(signal) {
    return sessionOrNull(await ask(refresh, { signal, keepalive: true }))
  },
  async signUp(input) {
    return sessionOf(await ask(signUp, { body: input }))
  },
  async signIn(input) {
    return sessionOf(await ask(signIn, { body: input }))
  },
  async signOut({ everywhere }) {
    await ask(signOut, { body: { everywhere } })
  },
  async sendVerification(accessToken) {
    await ask(sendVerification, { bearer: accessToken })
  },
  async confirmVerification(proof) {
    return sessionOrNull(await ask(confirmVerification, { body: proof }))
  },
  async passwordPolicy(signal) {
    const came = takeBootAnswer(getPasswordPolicy.path)
    return (came ?? (await ask(getPasswordPolicy, { signal }))) as PasswordPolicy
  },
}

function ask(
  { method, path }: Pick<EndpointCall, 'method' | 'path'>,
  rest: Omit<HttpRequest, 'method' | 'url'>,
): Promise<unknown> {
  return request({ method, url: path, ...rest })
}

function sessionOrNull(answer: unknown): SignedIn | null {
  return (answer as SignedInOrNot | null)?.user === null ? null : sessionOf(answer)
}

/**
 * An answer that signs in, parsed by hand: the schema library is not in the first load. Throws `NetworkFailure` for
 * anything else: it is no answer of ours, whatever was in between.
 */
function sessionOf(answer: unknown): SignedIn {
  const { user, accessToken, expiresInSec } = (answer ?? {}) as Partial<SignedIn>
  const types = [user?.uid, user?.email, accessToken, expiresInSec, user?.emailVerified].map(
    (part) => typeof part,
  )
  if (types.join() !== 'string,string,string,number,boolean') throw new NetworkFailure(types)
  return answer as SignedIn
}
