import { authorOf, operate, requireOwnAgain, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { locked } from '../approve-redemption.ts'
import type { RedemptionDeps } from '../redemption-deps.ts'
import { lastScreenings, markCleared } from './screening-queries.ts'

/** What an operator says of the matches that they saw. */
export interface Clearance {
  redemptionId: string
  /** The screening whose matches they saw: they say nothing of a later one. */
  screeningId: string
  reason: string
}

/**
 * An operator has looked at the entries of lists that a redemption's member may be, and they are somebody else. By the
 * same operator again it changes nothing. Throws `forbidden` for the member themselves, `not_found`, and `conflict`
 * where the screening is not the last one, is of who they were before, or found nobody.
 */
export async function clearMatch(
  tx: Tx,
  actor: OperatorActor,
  { redemptionId, screeningId, reason }: Clearance,
  { secret, sanctions }: Pick<RedemptionDeps, 'secret' | 'sanctions'>,
): Promise<void> {
  const row = await locked(tx, redemptionId)
  const lists = sanctions?.name ?? null
  const last = (await lastScreenings(tx, [redemptionId], lists)).get(redemptionId)
  const act = {
    action: 'redemption.clear-match',
    target: redemptionId,
    after: { screening: screeningId, matches: last?.matches },
  } as const
  if (last?.id === screeningId && last.clearedBy !== null)
    return await requireOwnAgain(tx, actor, {
      ...act,
      detail: 'This match is cleared already.',
      actions: [act.action],
    })
  if (last?.id !== screeningId || !last.isCurrent)
    throw problem('conflict', {
      detail: 'The member changed or was screened again. Review the latest result.',
    })
  if (last.matches === 0) throw problem('conflict', { detail: 'No list names anybody like this member.' })
  await operate(tx, actor, {
    ...act,
    member: { uid: row.uid, personal: { reason }, secret },
  })
  await markCleared(tx, screeningId, authorOf(actor))
}
