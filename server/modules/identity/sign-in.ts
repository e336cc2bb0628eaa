import { problem } from '#server/platform/http/problems.ts'
import { requirePerson } from './captcha/person-check.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { findPasswordByEmail } from './identity-queries.ts'
import type { OpenSession } from './open-session.ts'
import type { Caller } from './session-cookie.ts'
import { countAttempt, failuresOf, forgetAttempts } from './sign-in-attempts.ts'
import { startSession } from './sign-in-by-link.ts'

/**
 * Signs in with a password. An unknown address and a wrong password are the same to the caller: `invalid_credential`
 * after one query and one hash, `too_many_requests` after ten failures within a quarter of an hour, and before that
 * `captcha_required`, where that is set up.
 */
export async function signIn(
  identity: IdentityDeps,
  input: { email: string; password: string; captchaToken?: string },
  caller: Caller,
): Promise<OpenSession> {
  if (identity.personCheck && (await isSuspicious(identity, input.email, caller)))
    await requirePerson(identity, input.captchaToken)
  await countAttempt(identity, input.email)
  const uid = await checkPassword(identity, input, caller)
  await forgetAttempts(identity, input.email)
  return await startSession(identity, uid, caller)
}

/**
 * The same work for every address. The engine's own sign-in asks for the accounts of a known address only: 0.6 ms that
 * told it from an unknown one (bench/sign-in.ts, 1.95 times what chance allows).
 */
async function checkPassword(
  { identityDb, hasher, suspicion }: IdentityDeps,
  { email, password }: { email: string; password: string },
  { network }: Caller,
): Promise<string> {
  const { uid, hash } = await findPasswordByEmail(identityDb, email)
  const matches = await hasher.verify({ hash: hash ?? (await hasher.decoy()), password })
  if (uid !== null && hash !== null && matches) return uid
  suspicion.note(network)
  throw problem('invalid_credential')
}

/** Three failures for the address, or several and wishes for mail from one network, within a quarter of an hour. */
async function isSuspicious(identity: IdentityDeps, email: string, { network }: Caller): Promise<boolean> {
  return identity.suspicion.of(network) || (await failuresOf(identity, email)) >= suspiciousFailures
}

const suspiciousFailures = 3
