import { APIError } from 'better-auth/api'
import { failedPasswordRules } from '#rules/password-policy.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { isEmailTaken } from './identity-queries.ts'
import { madeSession, type OpenSession } from './open-session.ts'
import { sendVerification } from './send-verification.ts'

export interface SignUpInput {
  email: string
  password: string
  displayName?: string
}

/**
 * Creates an account, signs in, and mails a link and a code. Throws `weak_password` (with the `rules` that failed)
 * and `email_already_in_use`. Were the process to die before the mail, the account stands and asks for a new one.
 */
export async function signUp(
  identity: IdentityDeps,
  input: SignUpInput,
  headers: Headers,
): Promise<OpenSession> {
  const rules = failedPasswordRules(input.password, identity.passwordRules)
  if (rules.length > 0) throw problem('weak_password', { members: { rules } })
  const session = await createAccount(identity, input, headers)
  await sendVerification(identity, session.user.uid)
  return session
}

async function createAccount(identity: IdentityDeps, input: SignUpInput, headers: Headers) {
  const { email, password, displayName = '' } = input
  try {
    const { response, headers: cookies } = await identity.engine.api.signUpEmail({
      body: { email, password, name: displayName },
      headers,
      returnHeaders: true,
    })
    return await madeSession(identity, { token: response.token, cookies })
  } catch (error) {
    // Of requests that race for one address, those that lose meet its unique index, which the engine does not name.
    if (error instanceof APIError && (await isEmailTaken(identity.identityDb, email)))
      throw problem('email_already_in_use')
    throw error
  }
}
