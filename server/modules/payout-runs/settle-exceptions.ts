import { decidedBefore, operate, type OperatorActor } from '#server/modules/operators/public.ts'
import { failRedemption, lockedRedemption } from '#server/modules/redemptions/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { lockedRun } from './approve-payout-run.ts'
import { lockPayout, movePayout, type PayoutRow } from './payout-run-queries.ts'

interface Exception {
  runId: string
  redemptionId: string
}

/**
 * Has the next file of a run try a payment again that came back unpaid. Only what is known not to have been paid is: a
 * payout is sent once (docs/decisions/019-a-payout-is-sent-once.md). Once more it changes nothing. Throws `not_found` and `conflict`.
 */
export async function retryPayout(
  tx: Tx,
  actor: OperatorActor,
  { runId, redemptionId }: Exception,
): Promise<void> {
  const payout = await lockedException(tx, { runId, redemptionId })
  if (payout.state === 'retry') return
  if (payout.state !== 'exception') throw await payoutConflict(tx, payout)
  await operate(tx, actor, {
    action: 'payout-run.retry',
    target: redemptionId,
    before: { state: payout.state, reason: payout.reason },
    after: { state: 'retry', runId },
    member: { uid: payout.uid },
  })
  await movePayout(tx, runId, redemptionId, { state: 'retry', reason: payout.reason })
}

/** Gives up a payment that came back unpaid: its crels return, and the member reads why. Throws `not_found` and `conflict`. */
export async function giveUpPayout(
  tx: Tx,
  actor: OperatorActor,
  { runId, redemptionId, reason }: Exception & { reason: string },
): Promise<void> {
  const payout = await lockedException(tx, { runId, redemptionId })
  if (payout.state === 'failed') return
  if (payout.state !== 'exception' && payout.state !== 'retry') throw await payoutConflict(tx, payout)
  await failRedemption(tx, { redemptionId, actor, reason })
}

async function lockedException(tx: Tx, { runId, redemptionId }: Exception): Promise<PayoutRow> {
  await lockedRun(tx, runId)
  await lockedRedemption(tx, redemptionId)
  const payout = await lockPayout(tx, runId, redemptionId)
  if (!payout) throw problem('not_found', { detail: 'This run has no such payment.' })
  return payout
}

async function payoutConflict(tx: Tx, { redemptionId, state }: PayoutRow): Promise<Error> {
  const is = { planned: 'in no file yet', left_out: 'left out', sent: 'on its way' } as const
  return await decidedBefore(
    tx,
    redemptionId,
    `This payment is ${state in is ? is[state as keyof typeof is] : state}.`,
  )
}
