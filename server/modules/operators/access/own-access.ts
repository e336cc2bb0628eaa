import { m } from '#messages'
import type { PasskeyRegistration } from '#contracts/passkey-shapes.ts'
import type { OperatorProof } from '#contracts/operator-account.schemas.ts'
import type { Tx } from '#server/platform/database.ts'
import type { OperatorCaller } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { operate } from '../operate.ts'
import type { OperatorAccessDeps } from './access-deps.ts'
import { mailFactor } from './factor-mail.ts'
import {
  checkCode,
  confirmAuthenticator,
  deleteAuthenticator,
  findAuthenticator,
  keepAuthenticator,
  newAuthenticator,
  stepOfNewCode,
} from './operator-authenticator.ts'
import {
  checkPasskey,
  deletePasskeys,
  insertPasskey,
  listPasskeys,
  readNewPasskey,
  type ChallengeUse,
} from './operator-passkeys.ts'
import { deleteSessions, recordProof } from './operator-sessions.ts'

/** What a passkey's answer is for that a signed-in operator gives. */
export function ownUse(purpose: 'add' | 'proof', { operatorId, session }: OperatorCaller): ChallengeUse {
  return { purpose, operatorId, boundTo: session?.id ?? '' }
}

/** Proves that the operator is there, for ten minutes. Throws `invalid_passkey` and `invalid_verification_code`. */
export async function proveOperator(
  deps: OperatorAccessDeps,
  actor: OperatorCaller,
  proof: OperatorProof,
): Promise<OperatorCaller['session']> {
  const id = sessionIdOf(actor)
  if ('passkey' in proof) await checkPasskey(deps, proof.passkey, ownUse('proof', actor))
  else await checkCode(deps, actor.operatorId, proof.code)
  return { ...actor.session!, provedAt: await recordProof(deps.db, id) }
}

/** Adds a passkey. Throws `invalid_passkey`, `passkey_exists` and `too_many_passkeys`. */
export async function addPasskey(
  deps: OperatorAccessDeps,
  actor: OperatorCaller,
  { passkey, name }: { passkey: PasskeyRegistration; name: string },
) {
  const made = await readNewPasskey(deps, passkey, ownUse('add', actor))
  return await deps.db.transaction().execute(async (tx) => {
    await operate(tx, actor, { action: 'factor.add', target: actor.operatorId, after: { by: 'passkey' } })
    await mailOwnFactor(tx, deps, actor, m.operators_passkey_added())
    return await insertPasskey(tx, actor.operatorId, { ...made, name: name.slice(0, 60) })
  })
}

/** Removes a passkey. Throws `not_found`, and `conflict` where nothing else would let the operator in. */
export async function removePasskey(
  tx: Tx,
  deps: OperatorAccessDeps,
  actor: OperatorCaller,
  { id }: { id: string },
): Promise<void> {
  await operate(tx, actor, { action: 'factor.remove', target: actor.operatorId, before: { by: 'passkey' } })
  await mailOwnFactor(tx, deps, actor, m.operators_passkey_removed())
  if ((await deletePasskeys(tx, actor.operatorId, id)) === 0) throw problem('not_found')
  await requireFactor(tx, actor)
}

/** A new secret for an authenticator app. Throws `authenticator_exists`. */
export async function startAuthenticator(deps: OperatorAccessDeps, actor: OperatorCaller) {
  const { sealed, ...setup } = newAuthenticator(deps, { ...actor, id: actor.operatorId })
  await keepAuthenticator(deps.db, actor.operatorId, sealed)
  return setup
}

/** Adds the authenticator app by a code of it. Throws `authenticator_missing` and `invalid_verification_code`. */
export async function addAuthenticator(
  deps: OperatorAccessDeps,
  actor: OperatorCaller,
  { code }: { code: string },
): Promise<void> {
  const { operatorId } = actor
  const begun = await findAuthenticator(deps.db, operatorId)
  if (!begun) throw problem('authenticator_missing')
  if (begun.addedAt) throw problem('authenticator_exists')
  const { sealed, nowMs } = begun
  const step = await stepOfNewCode(deps, operatorId, { sealed, code, nowMs })
  await deps.db.transaction().execute(async (tx) => {
    await operate(tx, actor, { action: 'factor.add', target: operatorId, after: { by: 'authenticator' } })
    await mailOwnFactor(tx, deps, actor, m.operators_authenticator_added())
    await confirmAuthenticator(tx, operatorId, { sealed, step })
  })
}

/** Removes the authenticator app. Throws `conflict` where nothing else would let the operator in. */
export async function removeAuthenticator(
  tx: Tx,
  deps: OperatorAccessDeps,
  actor: OperatorCaller,
): Promise<void> {
  await operate(tx, actor, {
    action: 'factor.remove',
    target: actor.operatorId,
    before: { by: 'authenticator' },
  })
  await mailOwnFactor(tx, deps, actor, m.operators_authenticator_removed())
  if (!(await deleteAuthenticator(tx, actor.operatorId))) throw problem('not_found')
  await requireFactor(tx, actor)
}

/** Ends one session of the operator, or every one. Throws `not_found`. */
export async function endSessions(tx: Tx, actor: OperatorCaller, sessionId?: string): Promise<void> {
  await operate(tx, actor, {
    action: 'session.end',
    target: actor.operatorId,
    before: { session: sessionId ?? 'every' },
  })
  if ((await deleteSessions(tx, actor.operatorId, sessionId)) === 0) throw problem('not_found')
}

/** The keys of programs are for none of this. */
export function sessionIdOf({ session }: OperatorCaller): string {
  if (!session) throw problem('forbidden')
  return session.id
}

/** Somebody else may have changed it in their session. */
async function mailOwnFactor(tx: Tx, deps: OperatorAccessDeps, { email }: OperatorCaller, changed: string) {
  await mailFactor(tx, deps, { email }, { changed, notYou: m.operators_factor_not_you() })
}

async function requireFactor(tx: Tx, { operatorId }: OperatorCaller): Promise<void> {
  if ((await listPasskeys(tx, operatorId)).length > 0) return
  if ((await findAuthenticator(tx, operatorId))?.addedAt) return
  throw problem('conflict', { detail: 'This is your last way in. Add another first.' })
}
