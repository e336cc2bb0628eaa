import { findMember } from '#server/modules/accounts/public.ts'
import { operate, type ActMember, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'

/** Keeps a note about a member: an act whose reason it is, sealed by the member's key. Throws `not_found`. */
export async function noteOnMember(
  tx: Tx,
  actor: OperatorActor,
  { uid, note }: { uid: string; note: string },
  { secret }: Pick<ActMember, 'secret'>,
): Promise<void> {
  const member = await findMember(tx, uid)
  if (!member || member.state === 'deleted')
    throw problem('not_found', { detail: 'There is no such member.' })
  await operate(tx, actor, { action: 'member.note', member: { uid, personal: { reason: note }, secret } })
}
