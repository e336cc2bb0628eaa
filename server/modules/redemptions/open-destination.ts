import type { DestinationDetails } from '#rules/payout-destination.ts'
import { isUnderWay } from '#rules/redemption-state.ts'
import { operate, type OperatorActor } from '#server/modules/operators/public.ts'
import { keepOpen } from '#server/modules/pauses/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Secret } from '#server/platform/secret.ts'
import { openDetails } from './destination-secret.ts'
import { findRedemption } from './redemption-queries.ts'
import { requireDestination } from './require-destination.ts'
import { requireLookedAt } from './restored-payouts.ts'

/**
 * Where to pay a redemption that is under way, in clear; why is in the log, sealed by the member's key. Throws
 * `not_found`, `payouts_paused`, and `conflict` where nothing is to be paid any more, its place is gone, or one that is being sent may have been
 * paid after a backup.
 */
export async function openDestination(
  tx: Tx,
  actor: OperatorActor,
  { redemptionId, reason }: { redemptionId: string; reason: string },
  { secret }: { secret: Pick<Secret, 'open' | 'seal'> },
): Promise<DestinationDetails> {
  const row = await findRedemption(tx, redemptionId)
  if (!row) throw problem('not_found', { detail: 'There is no such redemption.' })
  const { uid, state } = row
  if (!isUnderWay(state))
    throw problem('conflict', { detail: `${redemptionId} is ${state}: nothing is to be paid.` })
  const destination = await requireDestination(tx, row)
  await keepOpen(tx, 'payout')
  // Who pays by hand pays now.
  if (state === 'sending') await requireLookedAt(tx, redemptionId, state)
  await operate(tx, actor, {
    action: 'redemption.open-destination',
    target: redemptionId,
    member: { uid, personal: { reason }, secret },
  })
  return openDetails(secret, destination)
}
