import type { ActMember, OperatorActor } from '#server/modules/operators/public.ts'
import {
  lockedRedemption,
  openPaidTwice,
  payRedemption,
  runOf,
  settleMismatch,
  type SettledMismatch,
  type TwiceOutcome,
} from '#server/modules/redemptions/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { lockPayout, notePaidAttempt } from './payout-run-queries.ts'

/**
 * An operator says what became of the other one of two payments of the same: it came back, or the member keeps it. Where the
 * last attempt is known not to have arrived, one that is kept is the one payment, and the redemption is paid by it; while the
 * last one is on its way nobody can say what is kept. Throws as `settleMismatch`, and `conflict`.
 */
export async function settlePaidTwice(
  tx: Tx,
  actor: OperatorActor,
  settled: SettledMismatch & { outcome: TwiceOutcome },
  deps: Pick<ActMember, 'secret'>,
): Promise<void> {
  const { redemptionId, outcome } = settled
  await lockedRedemption(tx, redemptionId)
  const open = await openPaidTwice(tx, redemptionId)
  await settleMismatch(tx, actor, settled, deps)
  if (outcome === 'came_back') return
  const runId = (await runOf(tx, redemptionId))!
  const payout = (await lockPayout(tx, runId, redemptionId))!
  const { attempt, reference, paidOn } = open!
  if (payout.state === 'sent')
    throw problem('conflict', {
      detail: `Attempt ${payout.attempt} is on its way. Have one of the two sent back; what attempt ${attempt} is can be said once a report says what became of attempt ${payout.attempt}.`,
    })
  if (payout.state !== 'exception' && payout.state !== 'retry') return
  await notePaidAttempt(tx, { runId, redemptionId, attempt })
  await payRedemption(tx, { redemptionId, actor, reference, paidOn: paidOn ?? undefined, by: { runId } })
}
