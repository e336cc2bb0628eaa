import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { pageQuery } from './paging.ts'
import { crels, date, pageOf, time } from './shapes.ts'

const tag = 'wallet'

export const wallet = z.object({
  /** Redeemable now. */
  available: crels,
  /** Earned, waiting for the hold to end. */
  pending: crels,
  /** Set aside for redemptions under way. */
  reserved: crels,
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

export const walletSchemas = {
  getWallet: {
    summary: 'My crels: available, pending, reserved and owed.',
    tag,
    responses: { 200: wallet },
  },
  getStatement: {
    summary: 'The ledger entries that make one of my balances, newest first, each with the balance after it.',
    tag,
    alternatives: ['text/csv'],
    query: z.object({
      account: z._default(z.enum(['available', 'pending', 'debt']), 'available'),
      /** Only entries of one kind, as `kind` names it in the answer. */
      kind: z.optional(z.string().check(z.regex(/^[a-z][a-z_.]{0,63}$/))),
      /** Dates in `zone`, both included; either may be open. */
      from: z.optional(date),
      to: z.optional(date),
      /** A name of the IANA database; UTC without one. */
      zone: z.optional(z.string().check(z.maxLength(60))),
      ...pageQuery,
    }),
    responses: { 200: statementPage },
  },
} satisfies Record<string, EndpointSchemas>
