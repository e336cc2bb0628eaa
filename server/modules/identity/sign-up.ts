import { APIError } from 'better-auth/api'
import { isZone } from '#rules/local-date.ts'
import type { Agreements } from '#contracts/legal.schemas.ts'
import { agree, requireInForce } from '#server/modules/legal/public.ts'
import { provisionMember } from '#server/modules/accounts/public.ts'
import { requireOpen } from '#server/modules/pauses/public.ts'
import { problem, Problem } from '#server/platform/http/problems.ts'
import { embeddedIssuer } from '#server/platform/verified-token.ts'
import { askEngine } from './ask-engine.ts'
import { requirePerson } from './captcha/person-check.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { isEmailTaken } from './identity-queries.ts'
import { requireLastingEmail } from './lasting-email.ts'
import { countNetworkMail } from './mail-limits.ts'
import { admit, madeSession, type OpenSession } from './open-session.ts'
import { requireGoodPassword } from './password-policy.ts'
import { sendVerification } from './send-verification.ts'
import type { Caller } from './session-cookie.ts'

export interface SignUpInput {
  email: string
  password: string
  displayName?: string
  timeZone?: string
  captchaToken?: string
  /** The versions that the form showed. */
  agreements?: Agreements
}

/**
 * Creates an account, signs in, and mails a link and a code. Throws `weak_password` (with the `rules` that failed),
 * `email_already_in_use`, `sign_up_paused`, `invalid_email`, `too_many_requests`, `legal_version_stale` and, where that is set up,
 * `captcha_required`. Were the process to die before the mail, the account exists and asks for a new one.
 */
export async function signUp(
  identity: IdentityDeps,
  input: SignUpInput,
  caller: Caller,
): Promise<OpenSession> {
  await requireOpen(identity.db, 'sign-up')
  requireLastingEmail(identity, input.email)
  await requireGoodPassword(identity, input.password, [input.email, input.displayName ?? ''])
  if (input.agreements) await requireInForce(identity.db, input.agreements)
  // The last of what is judged beforehand: its token works once.
  await requirePerson(identity, input.captchaToken)
  await countNetworkMail(identity, caller.network)
  const session = await admit(identity, await createAccount(identity, input, caller), caller)
  await keepFirstWords(identity, session, input)
  try {
    await sendVerification(identity, session.user.uid)
  } catch (error) {
    // The address had a mail less than a minute ago, for another account: this one asks again from its own screen.
    if (!(error instanceof Problem && error.code === 'too_many_requests')) throw error
  }
  return session
}

/**
 * Makes the member, whom the first call makes otherwise, with the time zone of their browser and what they agreed to;
 * without either nothing. Where a version came into force this very moment, their first visit asks.
 */
async function keepFirstWords(
  identity: IdentityDeps,
  { user }: OpenSession,
  { timeZone: sent, agreements }: Pick<SignUpInput, 'timeZone' | 'agreements'>,
) {
  const timeZone = sent !== undefined && isZone(sent) ? sent : undefined
  if (timeZone === undefined && !agreements) return
  const { uid, email, name, image } = user
  const token = { iss: embeddedIssuer, sub: uid, email, displayName: name || null, photoURL: image }
  const member = await provisionMember(identity.db, { ...token, ...(timeZone && { timeZone }) })
  if (!agreements) return
  try {
    await agree(identity.db, member.uid, agreements)
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'legal_version_stale')) throw error
  }
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
