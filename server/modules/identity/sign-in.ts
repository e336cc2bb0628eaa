import { problem } from '#server/platform/http/problems.ts'
import { requirePerson } from './captcha/person-check.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { findPasswordByEmail } from './identity-queries.ts'
import type { OpenSession } from './open-session.ts'
import type { Caller } from './session-cookie.ts'
import {
  attemptLimits,
  countAttempt,
  failuresOf,
  forgiveAttempts,
  type AttemptLimits,
} from './sign-in-attempts.ts'
import { startSession, type AccountProof } from './sign-in-by-link.ts'

/**
 * Signs in with a password. An unknown address and a wrong password are the same to the caller: `invalid_credential`
 * after the same queries and one hash, `too_many_requests` after too many failures (sign-in-attempts.ts), and before that
 * `captcha_required`, where that is set up.
 */
export async function signIn(
  identity: IdentityDeps,
  input: { email: string; password: string; captchaToken?: string },
  caller: Caller,
): Promise<OpenSession> {
  const limits = await attemptLimits(identity, input.email, caller)
  if (identity.personCheck && (await isSuspicious(identity, limits, caller)))
    await requirePerson(identity, input.captchaToken)
  await countAttempt(identity, input.email, limits)
  const proof = await checkPassword(identity, input, caller)
  await forgiveAttempts(identity, limits)
  return await startSession(identity, proof, caller)
}

/**
 * The same work for every address. The engine's own sign-in asks for the accounts of a known address only: 0.6 ms that
 * distinguished it from an unknown one (bench/sign-in.ts, 1.95 times what chance allows).
 */
async function checkPassword(
  { identityDb, hasher, suspicion }: IdentityDeps,
  { email, password }: { email: string; password: string },
  { network }: Caller,
): Promise<AccountProof> {
  const { uid, hash, securityVersion } = await findPasswordByEmail(identityDb, email)
  const matches = await hasher.verify({ hash: hash ?? (await hasher.decoy()), password })
  if (uid !== null && hash !== null && matches) return { uid, securityVersion }
  suspicion.record(network)
  throw problem('invalid_credential')
}

/** Three failures at the address, or several and requests for mail of one network. */
async function isSuspicious(identity: IdentityDeps, limits: AttemptLimits, { network }: Caller) {
  return identity.suspicion.of(network) || (await failuresOf(identity, limits)) >= suspiciousFailures
}

const suspiciousFailures = 3
