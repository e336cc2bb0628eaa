import { operate, type OperatorActor } from '#server/modules/operators/public.ts'
import { keepOpen } from '#server/modules/pauses/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { payoutFileText, type FileKey } from './payout-file-queries.ts'
import type { PayoutRunDeps } from './payout-run-deps.ts'

/**
 * A file of a run, to hand on. It says in clear where each of its members is paid: the log has who opened it, as it has of
 * one destination. Throws as `payoutFileText`, `payouts_paused`, and `forbidden`.
 */
export async function openPayoutFile(
  tx: Tx,
  actor: OperatorActor,
  { runId, number }: FileKey,
  deps: Pick<PayoutRunDeps, 'secret'>,
): Promise<{ name: string; text: string }> {
  await keepOpen(tx, 'payout')
  const file = await payoutFileText(tx, { runId, number }, deps)
  await operate(tx, actor, { action: 'redemption.open-destination', target: runId, after: { file: number } })
  return file
}
