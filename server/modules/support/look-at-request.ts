import { recordMemberView, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import type { SupportRow } from './support-queries.ts'
import { queuedRequest } from './support-queue.ts'

/**
 * A request with every message, by its reference or id, for an operator who reads it by command: the log says who looked
 * at a member's; a visitor has no entry. Throws `not_found`.
 */
export async function lookAtRequest(tx: Tx, actor: OperatorActor, name: string): Promise<SupportRow> {
  const row = await queuedRequest(tx, name)
  if (row.uid !== null) await recordMemberView(tx, actor, { uid: row.uid })
  return row
}
