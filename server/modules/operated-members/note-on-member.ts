import { findMember, requirePresent } from '#server/modules/accounts/public.ts'
import { operate, type ActMember, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'

/** Keeps a note about a member: an act whose reason it is, sealed by the member's key. Throws `not_found`. */
export async function noteOnMember(
  tx: Tx,
  actor: OperatorActor,
  { uid, note }: { uid: string; note: string },
  { secret }: Pick<ActMember, 'secret'>,
): Promise<void> {
  requirePresent(await findMember(tx, uid))
  await operate(tx, actor, { action: 'member.note', member: { uid, personal: { reason: note }, secret } })
}
