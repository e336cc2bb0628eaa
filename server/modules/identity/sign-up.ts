import { APIError } from 'better-auth/api'
import { problem, Problem } from '#server/platform/http/problems.ts'
import { askEngine } from './ask-engine.ts'
import { requirePerson } from './captcha/person-check.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { isEmailTaken } from './identity-queries.ts'
import { requireLastingEmail } from './lasting-email.ts'
import { admit, madeSession, type OpenSession } from './open-session.ts'
import { requireGoodPassword } from './password-policy.ts'
import { sendVerification } from './send-verification.ts'
import type { Caller } from './session-cookie.ts'

export interface SignUpInput {
  email: string
  password: string
  displayName?: string
  captchaToken?: string
}

/**
 * Creates an account, signs in, and mails a link and a code. Throws `weak_password` (with the `rules` that failed)
 * `email_already_in_use`, `invalid_email` and, where that is set up, `captcha_required`. Were the process to die before the mail, the account stands and asks for a new one.
 */
export async function signUp(
  identity: IdentityDeps,
  input: SignUpInput,
  caller: Caller,
): Promise<OpenSession> {
  requireLastingEmail(identity, input.email)
  await requireGoodPassword(input.password, identity.passwordRules, [input.email, input.displayName ?? ''])
  // The last of what is judged beforehand: its token works once.
  await requirePerson(identity, input.captchaToken)
  const session = await admit(identity, await createAccount(identity, input, caller), caller)
  try {
    await sendVerification(identity, session.user.uid)
  } catch (error) {
    // The address had a mail less than a minute ago, for another account: this one asks again from its own screen.
    if (!(error instanceof Problem && error.code === 'too_many_requests')) throw error
  }
  return session
}

async function createAccount(identity: IdentityDeps, input: SignUpInput, caller: Caller) {
  const { email, password, displayName = '' } = input
  try {
    const { response, headers: cookies } = await askEngine(
      async () =>
        await identity.engine.api.signUpEmail({
          body: { email, password, name: displayName },
          headers: caller.headers,
          returnHeaders: true,
        }),
    )
    return await madeSession(identity, { token: response.token, cookies })
  } catch (error) {
    // Of requests that race for one address, those that lose meet its unique index, which the engine does not name.
    if (error instanceof APIError && (await isEmailTaken(identity.identityDb, email)))
      throw problem('email_already_in_use')
    throw error
  }
}
