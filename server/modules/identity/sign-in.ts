import { APIError } from 'better-auth/api'
import { problem } from '#server/platform/http/problems.ts'
import { askEngine } from './ask-engine.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { admit, madeSession, type OpenSession } from './open-session.ts'
import type { Caller } from './session-cookie.ts'
import { countAttempt, forgetAttempts } from './sign-in-attempts.ts'

/**
 * Signs in with a password. An unknown address and a wrong password are the same to the caller: `invalid_credential`
 * after one hash, and `too_many_requests` after ten failures within a quarter of an hour.
 */
export async function signIn(
  identity: IdentityDeps,
  input: { email: string; password: string },
  caller: Caller,
): Promise<OpenSession> {
  await countAttempt(identity, input.email)
  const session = await checkPassword(identity, input, caller)
  await forgetAttempts(identity, input.email)
  return await admit(identity, session, caller)
}

async function checkPassword(
  identity: IdentityDeps,
  body: { email: string; password: string },
  caller: Caller,
) {
  try {
    const { response, headers: cookies } = await askEngine(
      async () =>
        await identity.engine.api.signInEmail({
          body,
          headers: caller.headers,
          returnHeaders: true,
        }),
    )
    return await madeSession(identity, { token: response.token, cookies })
  } catch (error) {
    if (error instanceof APIError && error.statusCode === 401) throw problem('invalid_credential')
    throw error
  }
}
