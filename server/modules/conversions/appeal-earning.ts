import type { Appeal } from '#contracts/earnings.schemas.ts'
import { requireStaying } from '#server/modules/accounts/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { appealView, writeAppeal } from './appeal-queries.ts'
import { lockOwnEarning } from './earning-queries.ts'

/**
 * A member explains a held earning to whoever decides about it. Said again it replaces what was said, as long as
 * nothing is decided. Throws `not_found` for an earning that is not theirs, `conflict` for one that is not held.
 */
export async function appealEarning(
  tx: Tx,
  actor: Pick<MemberActor, 'uid'>,
  input: { id: string; message: string },
): Promise<Appeal> {
  await requireStaying(tx, actor.uid)
  const state = await lockOwnEarning(tx, actor.uid, input.id)
  if (!state) throw problem('not_found', { detail: 'You have no such earning.' })
  if (state !== 'held') throw problem('conflict', { detail: 'This earning is not being checked any more.' })
  const at = await databaseNow(tx)
  return appealView(
    await writeAppeal(tx, { earningId: input.id, uid: actor.uid, message: input.message, at }),
  )
}
