import {
  allWhoDid,
  decidedBefore,
  isOwnAgain,
  operate,
  type ActMember,
  type OperatorActor,
} from '#server/modules/operators/public.ts'
import {
  failRedemption,
  lockedRedemption,
  ownWord,
  requireAnother,
  requireLookedAt,
  requireNotOwnDestination,
  requireNotPaidTwice,
  saidItCameBack,
  saidItFailed,
  type TwiceOutcome,
} from '#server/modules/redemptions/public.ts'
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
 * payout is sent once (docs/decisions/019-a-payout-is-sent-once.md): not by who said so (`requireAnother`). By the same operator
 * again it changes nothing. Throws `not_found`, `forbidden` and `conflict`, as `requireLookedAt` too.
 */
export async function retryPayout(
  tx: Tx,
  actor: OperatorActor,
  { runId, redemptionId }: Exception,
): Promise<void> {
  const payout = await lockedException(tx, { runId, redemptionId })
  const after = { state: 'retry', runId, ...ownWord(actor, payout.cameBackBy) }
  const act = { action: 'payout-run.retry', target: redemptionId, after } as const
  if (payout.state === 'retry' && (await isOwnAgain(tx, actor, act))) return
  if (payout.state !== 'exception') throw await payoutConflict(tx, payout)
  await requireNotPaidTwice(tx, redemptionId)
  await requireLookedAt(tx, redemptionId, 'sending')
  await requireNotOwnDestination(tx, actor, [redemptionId])
  await requireNotOwnWord(tx, actor, 'payout-run.retry', payout)
  await operate(tx, actor, {
    ...act,
    before: { state: payout.state },
    member: { uid: payout.uid },
  })
  await movePayout(tx, runId, redemptionId, { state: 'retry', reason: payout.reason })
}

/**
 * Gives up a payment that came back unpaid: its crels return, and the member reads why. Not by who said so, as a retry. By
 * the same operator again it changes nothing. Throws `not_found`, `forbidden` and `conflict`.
 */
export async function giveUpPayout(
  tx: Tx,
  actor: OperatorActor,
  { runId, redemptionId, reason }: Exception & { reason: string },
  { secret }: Pick<ActMember, 'secret'>,
): Promise<void> {
  const payout = await lockedException(tx, { runId, redemptionId })
  const { state } = payout
  if (state !== 'exception' && state !== 'retry' && state !== 'failed') throw await payoutConflict(tx, payout)
  if (state !== 'failed') {
    await requireNotPaidTwice(tx, redemptionId)
    await requireNotOwnWord(tx, actor, 'redemption.failed', payout)
  }
  // No provider is followed with a file.
  const by = { runId, saidBy: payout.cameBackBy }
  await failRedemption(tx, { redemptionId, actor, reason, by }, { providers: [], secret })
}

/** Neither the word that it failed nor that another attempt, which was paid, came back is one's own. */
async function requireNotOwnWord(
  tx: Tx,
  actor: OperatorActor,
  action: 'payout-run.retry' | 'redemption.failed',
  { redemptionId, uid: memberUid, cameBackBy: by, cameBackAt: since }: PayoutRow,
): Promise<void> {
  if (since) await requireAnother(tx, actor, { action, by, memberUid, since }, saidItFailed)
  const after = { outcome: 'came_back' } satisfies { outcome: TwiceOutcome }
  const settled = { action: 'redemption.settle-mismatch', target: redemptionId, after } as const
  for (const { by: settledBy, at } of await allWhoDid(tx, settled))
    await requireAnother(tx, actor, { action, by: settledBy, memberUid, since: at }, saidItCameBack)
}

async function lockedException(tx: Tx, { runId, redemptionId }: Exception): Promise<PayoutRow> {
  await lockedRun(tx, runId)
  await lockedRedemption(tx, redemptionId)
  const payout = await lockPayout(tx, runId, redemptionId)
  if (!payout) throw problem('not_found', { detail: 'This run has no such payment.' })
  return payout
}

async function payoutConflict(tx: Tx, { redemptionId, state }: PayoutRow): Promise<Error> {
  const is = {
    planned: 'in no file yet',
    left_out: 'left out',
    sent: 'on its way',
    retry: 'to be tried again already',
  } as const
  return await decidedBefore(
    tx,
    redemptionId,
    `This payment is ${state in is ? is[state as keyof typeof is] : state}.`,
  )
}
