import type { OperatorActor } from '#server/modules/operators/public.ts'
import {
  keptBeside,
  payByKept,
  payRedemption,
  type KeptBeside,
  type RedemptionRow,
} from '#server/modules/redemptions/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { notePaidAttempt } from './payout-run-queries.ts'

/** Which attempt of a payment of a run arrived, and what is known of it. */
interface PaidAttempt {
  runId: string
  redemptionId: string
  attempt: number
  /** What its provider or bank calls it. */
  reference: string
  /** `YYYY-MM-DD`; null where no day is known. */
  paidOn: string | null
}

/** A redemption is paid by an attempt of a run, locked with its payout. Throws as `payRedemption`. */
export async function payByAttempt(
  tx: Tx,
  actor: OperatorActor,
  { runId, redemptionId, attempt, reference, paidOn }: PaidAttempt,
): Promise<void> {
  await notePaidAttempt(tx, { runId, redemptionId, attempt })
  await payRedemption(tx, { redemptionId, actor, reference, paidOn: paidOn ?? undefined, by: { runId } })
}

/**
 * The attempt that counts of a paid redemption came back. Where the member keeps another one, that is the payment from now
 * on: their dollars stay, and so no crels go back. Answers which two they are; undefined where nothing is kept, and nothing
 * is changed.
 */
export async function payByKeptAttempt(
  tx: Tx,
  actor: OperatorActor,
  runId: string,
  redemption: RedemptionRow,
): Promise<KeptBeside | undefined> {
  const both = await keptBeside(tx, redemption.id)
  if (!both) return undefined
  await notePaidAttempt(tx, { runId, redemptionId: redemption.id, attempt: both.kept })
  await payByKept(tx, actor, redemption, both)
  return both
}
