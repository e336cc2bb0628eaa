import { recordMemberView, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { findRequest } from './support-queries.ts'

/**
 * The key of a picture that came with a message of a request, by its place from 1. A member's may show anything of their
 * person, so the log says who looked; a visitor has no entry. Throws `not_found`.
 */
export async function lookAtPicture(
  tx: Tx,
  actor: OperatorActor,
  { request, messageId, place }: { request: string; messageId: string; place: number },
): Promise<string> {
  const row = await findRequest(tx, request)
  const key = row?.messages.find(({ id }) => id === messageId)?.pictures[place - 1]
  if (!row || key === undefined) throw problem('not_found', { detail: 'There is no such picture.' })
  if (row.uid !== null) await recordMemberView(tx, actor, { uid: row.uid })
  return key
}
