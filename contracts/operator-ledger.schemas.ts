import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { ledgerOrigin, whole } from './operator-shapes.ts'
import { pageQuery } from './paging.ts'
import { date, pageOf, time } from './shapes.ts'

const tag = 'operator'

/** CREL and PTS are whole units, USD is cents. */
const asset = z.enum(['CREL', 'PTS', 'USD'])
const code = z.enum([
  'house.issued',
  'house.promotion',
  'house.fee',
  'house.payout',
  'house.points',
  'campaign.budget',
  'member.pending',
  'member.available',
  'member.debt',
  'member.points',
])
export type LedgerCode = z.output<typeof code>

const balance = z.object({
  code,
  /** How many accounts: the house's hot ones are spread over several rows. */
  accounts: whole,
  /** Sum of their balances: credit positive, so that what is owed is positive. */
  posted: z.int(),
  /** What of it open holds keep. */
  reserved: whole,
})

const trialBalance = z.object({
  asOf: time,
  assets: z.array(
    z.object({
      asset,
      balances: z.array(balance),
      /** The sum of all balances, which is 0. */
      sum: z.int(),
    }),
  ),
  /** What members have now, as a row of the liability by day. */
  liability: z.object({ crels: whole, points: whole, usdCents: z.nullable(whole), usdToCrels: z.string() }),
})
export type TrialBalance = z.output<typeof trialBalance>

const account = z.object({
  id: whole,
  code,
  asset,
  /** Of a hot account of the house, which of its rows. */
  stripe: whole,
  /** `house`, a campaign's id, or the random id that stands for a member. */
  party: z.string(),
  /** A member by uid, for who may read of members and while they have not left; a campaign by title. */
  owner: z.nullable(z.object({ uid: z.nullable(z.string()), title: z.nullable(z.string()) })),
  posted: z.int(),
  reserved: whole,
  entries: whole,
  openedAt: time,
})
export type LedgerAccount = z.output<typeof account>

const entry = z.object({
  /** Orders the entries of an account. */
  seq: whole,
  transactionId: idSchema('transaction'),
  kind: z.string(),
  amount: z.int(),
  balanceAfter: z.int(),
  effectiveAt: time,
  /** The fact that it was posted for: what kind of, and its id. */
  scope: z.string(),
  source: z.string(),
  origin: ledgerOrigin,
})
export type LedgerEntry = z.output<typeof entry>

const transaction = z.object({
  id: idSchema('transaction'),
  kind: z.string(),
  scope: z.string(),
  source: z.string(),
  origin: ledgerOrigin,
  effectiveAt: time,
  createdAt: time,
  /** The transaction that it takes back, and the one that took it back. */
  reverses: z.nullable(idSchema('transaction')),
  reversedBy: z.nullable(idSchema('transaction')),
  lines: z.array(
    z.object({
      accountId: whole,
      code,
      asset,
      party: z.string(),
      owner: account.shape.owner,
      amount: z.int(),
      balanceAfter: z.int(),
    }),
  ),
  /** Of an earning: the sale or lead that it was for, as its brand reported it. */
  sale: z.nullable(
    z.object({
      conversionId: idSchema('conversion'),
      eventId: z.string(),
      brand: z.string(),
      campaign: z.string(),
      usdCents: z.nullable(whole),
      occurredAt: time,
    }),
  ),
})
export type LedgerTransaction = z.output<typeof transaction>

const liabilityDay = z.object({
  /** A day in UTC; the balances are those at its end. */
  day: date,
  /** Available and pending crels of all members, those that are held for a payout too. */
  crels: whole,
  points: whole,
  /** What campaigns have to spend. */
  budgetCrels: whole,
  /** What members owe. */
  debtCrels: whole,
  /** The rate at the end of the day, and what the crels were worth by it; null where that cannot be counted. */
  usdToCrels: z.string(),
  usdCents: z.nullable(whole),
})
export type LiabilityDay = z.output<typeof liabilityDay>

export const operatorLedgerSchemas = {
  getTrialBalance: {
    summary: 'The sum of every kind of account, which is zero for each asset, and what members have.',
    tag,
    responses: { 200: trialBalance },
  },
  listLedgerAccounts: {
    summary: 'Accounts of a kind, or of one owner, by their number.',
    tag,
    query: z.object({
      ...pageQuery,
      code: z.optional(code),
      asset: z.optional(asset),
      /** `house`, a campaign's id, a party, or for who may read of members a uid. */
      owner: z.optional(z.string().check(z.maxLength(200))),
    }),
    responses: { 200: pageOf(account) },
  },
  listLedgerEntries: {
    summary:
      'The entries of an account with its running balance and where each comes from, the newest first.',
    tag,
    params: z.object({ id: z.string().check(z.regex(/^\d{1,15}$/)) }),
    query: z.object(pageQuery),
    responses: { 200: z.extend(pageOf(entry), { account }) },
  },
  getLedgerTransaction: {
    summary: 'A transaction with all its lines, and the fact that it was posted for.',
    tag,
    params: z.object({ id: idSchema('transaction') }),
    responses: { 200: transaction },
  },
  listLiability: {
    summary: 'What members had at the end of each day, in crels, points and dollars, the latest first.',
    tag,
    query: z.object(pageQuery),
    responses: { 200: pageOf(liabilityDay) },
  },
} satisfies Record<string, EndpointSchemas>
