import type { DestinationDetails } from '#rules/payout-destination.ts'
import type { Db } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { approveRedemption, rejectRedemption, type Decision } from './approve-redemption.ts'
import { openDestination } from './open-destination.ts'
import type { RedemptionDeps } from './redemption-deps.ts'
import {
  countRedemptions,
  findRedemption,
  redemptionsIn,
  type OperatedQuery,
  type RedemptionRow,
} from './redemption-queries.ts'
import { sendRedemption } from './send-redemption.ts'
import { failRedemption, payRedemption } from './settle-redemption.ts'
import { yearlyTotals, type YearlyTotal } from './yearly-totals.ts'

/** What an operator does to redemptions; behind `crels redemption`. */
export interface RedemptionOperations {
  list(query: OperatedQuery): Promise<RedemptionRow[]>
  /** How many `list` has from where it begins. */
  count(query: OperatedQuery): Promise<number>
  show(redemptionId: string): Promise<RedemptionRow>
  /** Where to pay, in clear, while it is under way; the log says who looked, and why. */
  open(decision: Decision & { reason: string }): Promise<DestinationDetails>
  approve(decision: Decision): Promise<RedemptionRow>
  reject(decision: Decision & { reason: string }): Promise<RedemptionRow>
  send(decision: Decision & { provider: string }): Promise<RedemptionRow>
  pay(decision: Decision & { reference: string }): Promise<RedemptionRow>
  fail(decision: Decision & { reason: string }): Promise<RedemptionRow>
  totals(year: number): Promise<YearlyTotal[]>
}

/** Composes them. */
export function redemptionOperations(db: Db, deps: RedemptionDeps): RedemptionOperations {
  return {
    list: async (query) => await redemptionsIn(db, query),
    count: async (query) => await countRedemptions(db, query),
    show: async (redemptionId) => {
      const row = await findRedemption(db, redemptionId)
      if (!row) throw problem('not_found', { detail: 'There is no such redemption.' })
      return row
    },
    open: async ({ actor, ...asked }) =>
      await inTransaction(db, async (tx) => await openDestination(tx, actor, asked, deps)),
    approve: async (decision) =>
      await inTransaction(db, async (tx) => await approveRedemption(tx, decision, deps)),
    reject: async (decision) => await inTransaction(db, async (tx) => await rejectRedemption(tx, decision)),
    send: async (decision) => await sendRedemption(db, decision, deps),
    pay: async (decision) => await inTransaction(db, async (tx) => await payRedemption(tx, decision)),
    fail: async (decision) => await inTransaction(db, async (tx) => await failRedemption(tx, decision)),
    totals: async (year) => await yearlyTotals(db, year),
  }
}
