import type { ActMember, OperatorActor } from '#server/modules/operators/public.ts'
import {
  isSaidToHaveComeBack,
  lockedRedemption,
  openPaidTwice,
  possibleDay,
  requireAnother,
  runOf,
  settleMismatch,
  type SettledMismatch,
  type TwiceOutcome,
} from '#server/modules/redemptions/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { payByAttempt, payByKeptAttempt } from './pay-by-attempt.ts'
import { lockPayout } from './payout-run-queries.ts'

/**
 * An operator says what became of the other one of two payments of the same: it came back, or the member keeps it. Where the
 * last attempt is known not to have arrived, one that is kept is the one payment, and the redemption is paid by it; so it is
 * where a report says that the one that counts came back. While the last one is on its way nobody can say what is kept. That
 * it came back is not said by who said that the payment had failed (`requireAnother`): by their word alone it was made
 * twice. Throws as `settleMismatch`, and `conflict`.
 */
export async function settlePaidTwice(
  tx: Tx,
  actor: OperatorActor,
  settled: SettledMismatch & { outcome: TwiceOutcome },
  deps: Pick<ActMember, 'secret'>,
): Promise<void> {
  const { redemptionId, outcome } = settled
  const redemption = await lockedRedemption(tx, redemptionId)
  const open = await openPaidTwice(tx, redemptionId)
  await settleMismatch(tx, actor, settled, deps)
  const runId = (await runOf(tx, redemptionId))!
  const payout = (await lockPayout(tx, runId, redemptionId))!
  if (outcome === 'came_back') {
    const { uid: memberUid, cameBackBy: by, cameBackAt: since } = payout
    const act = { action: 'redemption.settle-mismatch', by, memberUid } as const
    if (since) await requireAnother(tx, actor, { ...act, since }, saidItFailed)
    return
  }
  const { attempt, reference } = open!
  if (payout.state === 'sent')
    throw problem('conflict', {
      detail: `Attempt ${payout.attempt} is on its way. Have one of the two sent back; what attempt ${attempt} is can be said once a report says what became of attempt ${payout.attempt}.`,
    })
  if (payout.state === 'paid' && (await isSaidToHaveComeBack(tx, redemptionId)))
    await payByKeptAttempt(tx, actor, runId, redemption)
  if (payout.state !== 'exception' && payout.state !== 'retry') return
  const paidOn = await possibleDay(tx, redemption, open!.paidOn)
  await payByAttempt(tx, actor, { runId, redemptionId, attempt, reference, paidOn })
}

const saidItFailed = {
  own: 'You said that this payment had failed: another operator says what became of the attempt that was paid.',
  linked: 'said that it had failed',
} as const
