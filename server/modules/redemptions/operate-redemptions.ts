import type { DestinationDetails } from '#rules/payout-destination.ts'
import { recordMemberView, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { approveRedemption, rejectRedemption, type Decision } from './approve-redemption.ts'
import { openDestination } from './open-destination.ts'
import type { RedemptionDeps } from './redemption-deps.ts'
import { findRedemption, type RedemptionRow } from './redemption-queries.ts'
import { returnPayment } from './return-payment.ts'
import { sendRedemption } from './send-redemption.ts'
import { failRedemption, payRedemption, type Payment } from './settle-redemption.ts'

/** What an operator does to redemptions; behind `crels redemption`. */
export interface RedemptionOperations {
  show(redemptionId: string): Promise<RedemptionRow>
  /** Where to pay, in clear, while it is under way; the log says who looked, and why. */
  open(decision: Decision & { reason: string }): Promise<DestinationDetails>
  approve(decision: Decision): Promise<RedemptionRow>
  reject(decision: Decision & { reason: string }): Promise<RedemptionRow>
  send(decision: Decision & { provider: string }): Promise<RedemptionRow>
  pay(decision: Decision & Payment): Promise<RedemptionRow>
  fail(decision: Decision & { reason: string }): Promise<RedemptionRow>
  /** A payment that had arrived came back. A command proves no name and waits for nobody. */
  return(decision: Decision & { reason: string }): Promise<RedemptionRow>
}

/** Composes them. */
export function redemptionOperations(db: Db, deps: RedemptionDeps): RedemptionOperations {
  return {
    show: async (redemptionId) => await redemptionOf(db, redemptionId),
    open: async ({ actor, ...asked }) =>
      await inTransaction(db, async (tx) => await openDestination(tx, actor, asked, deps)),
    approve: async (decision) =>
      await inTransaction(db, async (tx) => await approveRedemption(tx, decision, deps)),
    reject: async (decision) =>
      await inTransaction(db, async (tx) => await rejectRedemption(tx, decision, deps)),
    send: async (decision) => await sendRedemption(db, decision, deps),
    pay: async (decision) => await inTransaction(db, async (tx) => await payRedemption(tx, decision)),
    fail: async (decision) => await inTransaction(db, async (tx) => await failRedemption(tx, decision, deps)),
    return: async (decision) =>
      await inTransaction(db, async (tx) => await returnPayment(tx, decision, deps)),
  }
}

/** A redemption as an operator sees it, with whose it is; the log says who looked. Throws `not_found`. */
export async function lookAtRedemption(
  tx: Tx,
  actor: OperatorActor,
  redemptionId: string,
): Promise<RedemptionRow> {
  const row = await redemptionOf(tx, redemptionId)
  await recordMemberView(tx, actor, { uid: row.uid })
  return row
}

/** Whose a redemption is: the uid, of one who has left the party. Throws `not_found`. */
export async function memberOfRedemption(db: Db, redemptionId: string): Promise<string> {
  return (await redemptionOf(db, redemptionId)).uid
}

async function redemptionOf(db: Db, redemptionId: string): Promise<RedemptionRow> {
  const row = await findRedemption(db, redemptionId)
  if (!row) throw problem('not_found', { detail: 'There is no such redemption.' })
  return row
}
