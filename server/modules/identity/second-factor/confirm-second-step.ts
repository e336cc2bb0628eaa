import type { FactorProof } from '#contracts/second-factor.schemas.ts'
import { problem, Problem } from '#server/platform/http/problems.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import type { OpenSession } from '../open-session.ts'
import type { Caller } from '../session-cookie.ts'
import { startWholeSession } from '../sign-in-by-link.ts'
import { checkFactor } from './check-factor.ts'
import { deletePending, stepUse, takePendingTry } from './pending-sign-in.ts'

const wrongProofs = new Set<string>(['invalid_verification_code', 'invalid_passkey'])

/**
 * Finishes a sign-in with its second step: five tries, ten minutes, once. Throws `sign_in_expired`,
 * `invalid_verification_code` and `invalid_passkey` with `triesLeft`, `too_many_requests`, `user_disabled` and `user_deleted`.
 */
export async function confirmSecondStep(
  identity: IdentityDeps,
  { token, proof }: { token: string | undefined; proof: FactorProof },
  caller: Caller,
): Promise<OpenSession> {
  const pending = await takePendingTry(identity.identityDb, token)
  if (!pending || token === undefined) throw problem('sign_in_expired')
  const { uid, securityVersion, triesLeft, tokenHash } = pending
  try {
    await checkFactor(identity, proof, stepUse(uid, token), caller)
  } catch (error) {
    if (!(error instanceof Problem && wrongProofs.has(error.code))) throw error
    throw problem(error.code, { ...error.options, members: { triesLeft } })
  }
  if (!(await deletePending(identity.identityDb, tokenHash))) throw problem('sign_in_expired')
  // A passkey is both steps: the device asked for its owner just now.
  const countsAsProof = pending.countsAsProof || 'passkey' in proof
  return await startWholeSession(identity, { uid, securityVersion, countsAsProof }, caller)
}
