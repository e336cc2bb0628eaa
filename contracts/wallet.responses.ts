import * as z from 'zod/mini'
import { crels, pageOf, time } from './shapes.ts'

export const wallet = z.object({
  /** Redeemable now. */
  available: crels,
  /** Earned, waiting for the hold to end. */
  pending: crels,
  /** Set aside for redemptions under way. */
  held: crels,
  /** Owed after a reversal; later earnings, and what comes back of a redemption, fill it first. */
  debt: crels,
})
export type Wallet = z.output<typeof wallet>

export const statementEntry = z.object({
  /** Of the ledger transaction. */
  transactionId: z.string(),
  at: time,
  /** What happened, in snake_case: `earning_unlocked`, `earning_reversed`, … */
  kind: z.string(),
  /** Signed: what it added to or took from this balance. */
  crels: z.int(),
  balanceAfter: z.int(),
  /** What it was for, where there is something to name. */
  about: z.nullable(
    z.object({
      earningId: z.string(),
      campaignId: z.string(),
      campaignTitle: z.string(),
      brandName: z.string(),
    }),
  ),
})
export type StatementEntry = z.output<typeof statementEntry>
export const statementPage = pageOf(statementEntry)
export type StatementPage = z.output<typeof statementPage>

export const walletResponses = { getWallet: { 200: wallet }, getStatement: { 200: statementPage } }
