import * as z from 'zod/mini'
import { brandCard } from './campaigns.schemas.ts'
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
  /**
   * What unlocks in the month of the next unlock, by the member's own time zone: of what is pending, not of what is still
   * checked. Null while nothing is pending.
   */
  unlocking: z.nullable(
    z.object({
      /** `YYYY-MM`. */
      month: z.string(),
      crels,
      /** When the first of them unlock. */
      firstAt: time,
      /** That day, by the same time zone as the month. */
      firstOn: date,
    }),
  ),
})
export type Wallet = z.output<typeof wallet>

const namedCampaign = z.object({ id: z.string(), title: z.string(), brand: brandCard })

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
      campaign: namedCampaign,
      type: z.enum(['click', 'lead', 'sale']),
      /** When the click, lead or sale happened. */
      occurredAt: time,
    }),
  ),
})
export type StatementEntry = z.output<typeof statementEntry>
/** With the sum of each month that the page has entries of: of the whole month, as it is filtered. */
export const statementPage = z.extend(pageOf(statementEntry), {
  /** The newest first; months of `zone`. */
  months: z.array(z.object({ month: z.string(), crels: z.int() })),
})
export type StatementPage = z.output<typeof statementPage>

/** How the crels on the account add up: `total` is the sum of `campaigns`, `rest` and `others`, to the crel. */
export const walletSources = z.object({
  /** What is available or set aside. */
  total: z.int(),
  /** What campaigns paid, less what was taken back; the most first, twenty at most. */
  campaigns: z.array(
    z.object({
      campaign: namedCampaign,
      crels: z.int(),
      entries: z.int(),
      /** It runs and I am in it: what I post earns more. */
      isEarning: z.boolean(),
    }),
  ),
  /** The campaigns behind those. */
  rest: z.nullable(z.object({ campaigns: z.int(), crels: z.int() })),
  /** All else by its kind, such as `redemption_paid`. */
  others: z.array(z.object({ kind: z.string(), crels: z.int(), entries: z.int() })),
})
export type WalletSources = z.output<typeof walletSources>

export const walletSchemas = {
  getWallet: {
    summary: 'My crels: available, pending, reserved and owed.',
    tag,
    responses: { 200: wallet },
  },
  getWalletSources: {
    summary: 'How my available crels came to be: what each campaign paid, and what left the account.',
    tag,
    responses: { 200: walletSources },
  },
  getMonthCard: {
    summary:
      'What I earned in a month as a picture to share, 1080 × 1350; `not_found` where that is nothing.',
    tag,
    query: z.object({
      month: z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/)),
      /** A name of the IANA database; UTC without one. */
      zone: z.optional(z.string().check(z.maxLength(60))),
    }),
    answerType: 'image/png',
    errors: ['not_found'],
    ratePerMinute: 20,
    responses: { 200: null },
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
