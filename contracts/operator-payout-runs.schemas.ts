import * as z from 'zod/mini'
import { PAYOUT_FORMATS, PAYOUT_RUN_FILTERS, PAYOUT_RUN_STATES, PAYOUT_STATES } from '#rules/payout-run.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { pageQuery } from './paging.ts'
import { rowIds, rowResults } from './row-results.ts'
import { pageOf, time, visible } from './shapes.ts'

const tag = 'operator'
const params = z.object({ id: idSchema('payoutRun') })
const importParams = z.object({ id: idSchema('payoutImport') })
const part = z.int().check(z.nonnegative())
const amount = z.int().check(z.positive())
const body = z.object({})
const redemptionId = idSchema('redemption')

const payer = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(70), visible),
  iban: z.string().check(z.trim(), z.maxLength(50)),
  bic: z.optional(z.string().check(z.trim(), z.maxLength(11))),
})

const sum = z.object({ count: part, usdCents: part })
const sumOfRun = z.extend(sum, {
  /** In cents of the file’s currency: what its payments add up to. */
  amountMinor: part,
})

export const payoutRun = z.object({
  id: z.string(),
  format: z.enum(PAYOUT_FORMATS),
  state: z.enum(PAYOUT_RUN_STATES),
  stateAt: time,
  madeBy: z.string(),
  madeAt: time,
  approvedBy: z.nullable(z.string()),
  approvedAt: z.nullable(time),
  /** Nobody but its maker could approve it: it waited a day instead. */
  isOwnApproval: z.boolean(),
  closedBy: z.nullable(z.string()),
  closedAt: z.nullable(time),
  /** All of it but what was left out. */
  total: sumOfRun,
  /** How many payments are in each state. */
  byState: z.record(z.enum(PAYOUT_STATES), sumOfRun),
  /** US dollars for one euro, in a SEPA file. */
  usdPerEuro: z.nullable(z.string()),
  payer: z.nullable(payer),
  /** Once it is closed: what the ledger paid out for it, the same as what the run did. */
  ledgerUsdCents: z.nullable(part),
})
export type PayoutRun = z.output<typeof payoutRun>
export const payoutRunPage = pageOf(payoutRun)
export type PayoutRunPage = z.output<typeof payoutRunPage>

export const payoutImport = z.object({
  id: z.string(),
  runId: z.string(),
  madeBy: z.string(),
  madeAt: time,
  /** Null while it is worked on. */
  finishedAt: z.nullable(time),
  rows: part,
  rowsDone: part,
  paid: part,
  exceptions: part,
  pending: part,
  /** They are in a file of their own, each with why. */
  refused: part,
  /** Until when that file is there: 30 days. Null while the import is worked on, and where there is none. */
  refusedUntil: z.nullable(time),
})
export type PayoutImport = z.output<typeof payoutImport>

/** Who can approve a run beside its maker. */
const secondPersons = z.object({
  /** How many there are. */
  others: part,
  /** Who would be one, did it not pay them, by name. */
  paid: z.array(z.string()),
})
export type SecondPersons = z.output<typeof secondPersons>

/** What a run would be, before it is drafted; without another its maker waits so long. */
const payoutRunPreview = z.extend(secondPersons, { total: sum, waitsHours: part })
export type PayoutRunPreview = z.output<typeof payoutRunPreview>

const payoutFile = z.object({
  number: amount,
  madeBy: z.string(),
  madeAt: time,
  /** Null of one that is not finished. */
  payouts: z.nullable(part),
  usdCents: z.nullable(part),
  /** Of one that is not finished: how many payments are in it, of how many. Where nobody is at work, asking for it goes on. */
  progress: z.nullable(z.object({ done: part, of: part, isAtWork: z.boolean() })),
  /** The references of those in it that an earlier file paid, which nobody has settled: they are taken out before it is handed over. */
  paidBefore: z.array(z.string()),
})
export type PayoutFile = z.output<typeof payoutFile>

export const payoutRunDetail = z.extend(payoutRun, {
  /** While it is a draft. Where there is no other, its maker can approve it from then on. */
  approval: z.nullable(z.extend(secondPersons, { ownFrom: z.nullable(time) })),
  files: z.array(payoutFile),
  imports: z.array(payoutImport),
})
export type PayoutRunDetail = z.output<typeof payoutRunDetail>

export const payout = z.object({
  redemptionId: z.string(),
  /** What the files call it now. */
  reference: z.nullable(z.string()),
  /** Null for who may not read of members; name and address are null once they have left. */
  member: z.nullable(
    z.object({ uid: z.string(), name: z.nullable(z.string()), email: z.nullable(z.string()) }),
  ),
  /** Null for who may not read of members. */
  destinationHint: z.nullable(z.string()),
  state: z.enum(PAYOUT_STATES),
  attempt: part,
  usdCents: amount,
  /** In cents of the file's currency. */
  amountMinor: amount,
  /** Why it was left out or came back; null for who may not read of members. */
  reason: z.nullable(z.string()),
  /** The payment’s own name at PayPal or the bank, once it is paid. */
  payment: z.nullable(z.string()),
})
export type OperatedPayout = z.output<typeof payout>
export const payoutPage = pageOf(payout)
export type PayoutPage = z.output<typeof payoutPage>

const left = z.array(z.object({ redemptionId: z.string(), why: z.string() }))

export const operatorPayoutRunSchemas = {
  listPayoutRuns: {
    summary: 'Payout runs, the newest first, and how far each has come.',
    tag,
    query: z.object({
      /** `open`: those under way, from their draft until they are closed. */
      state: z.optional(z.enum(PAYOUT_RUN_FILTERS)),
      ...pageQuery,
    }),
    responses: { 200: payoutRunPage },
  },
  draftPayoutRun: {
    summary: 'Puts approved redemptions into a run, for another operator to approve.',
    tag,
    body: z.strictObject({
      format: z.enum(PAYOUT_FORMATS),
      /** All that are approved and fit unless given. */
      redemptionIds: z.optional(z.array(redemptionId).check(z.minLength(1), z.maxLength(5_000))),
      /** Whose account SEPA transfers leave; that of the last such run unless given. */
      payer: z.optional(payer),
    }),
    bodyLimit: 512 * 1024,
    errors: ['conflict'],
    responses: { 201: z.object({ run: payoutRun, left }) },
  },
  previewPayoutRun: {
    summary: 'What a run of a format would pay, and who could approve it; nothing is changed.',
    tag,
    query: z.object({ format: z.enum(PAYOUT_FORMATS) }),
    responses: { 200: payoutRunPreview },
  },
  getPayoutRun: {
    summary: 'A payout run with its files and imports.',
    tag,
    params,
    responses: { 200: payoutRunDetail },
  },
  listPayouts: {
    summary: 'The payments of a run, in the order of its file.',
    tag,
    params,
    query: z.object({ state: z.optional(z.enum(PAYOUT_STATES)), ...pageQuery }),
    responses: { 200: payoutPage },
  },
  approvePayoutRun: {
    summary: 'Approves a run that another operator made; nobody who is paid by it does.',
    tag,
    params,
    body,
    bodyOptional: true,
    errors: ['conflict'],
    responses: { 200: payoutRun },
  },
  discardPayoutRun: {
    summary: 'Gives up a run of which there is no file; its redemptions can go into another.',
    tag,
    params,
    body,
    bodyOptional: true,
    errors: ['conflict'],
    responses: { 200: payoutRun },
  },
  makePayoutFile: {
    summary:
      'Has the next file of an approved run made, behind the answer: what is in it is on its way from then on. One that was left unfinished goes on.',
    tag,
    params,
    body,
    bodyOptional: true,
    errors: ['conflict', 'payouts_paused'],
    responses: { 202: payoutFile },
  },
  getPayoutFile: {
    summary:
      'A file of a run to hand to PayPal, Wise or a bank, the same bytes each time; the log says who opened it.',
    tag,
    params: z.object({
      id: idSchema('payoutRun'),
      number: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000)),
    }),
    answerType: 'application/octet-stream',
    errors: ['conflict', 'payouts_paused'],
    responses: { 200: null },
  },
  importPayoutResults: {
    summary:
      'Takes in a report of what arrived, a CSV file of up to 100 000 rows; it is worked on behind the answer.',
    tag,
    params,
    bodyTypes: ['text/csv'],
    bodyLimit: 32 * 1024 * 1024,
    ratePerMinute: 10,
    errors: ['conflict', 'csv_unreadable'],
    responses: { 202: payoutImport },
  },
  getPayoutImport: {
    summary: 'How far an import has come.',
    tag,
    params: importParams,
    responses: { 200: payoutImport },
  },
  getRefusedResults: {
    summary:
      'The rows of an import that were refused, as a CSV file, each with why; the reasons of the report are for who may read of members.',
    tag,
    params: importParams,
    answerType: 'text/csv',
    responses: { 200: null },
  },
  retryPayouts: {
    summary: 'Has the next file try payments again that came back unpaid.',
    tag,
    params,
    body: z.strictObject({ ids: rowIds(redemptionId) }),
    responses: { 200: rowResults },
  },
  giveUpPayouts: {
    summary: 'Gives up payments that came back unpaid: their crels return, and the members read why.',
    tag,
    params,
    body: z.strictObject({
      ids: rowIds(redemptionId),
      reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
    }),
    responses: { 200: rowResults },
  },
  closePayoutRun: {
    summary:
      'Closes a run whose payments all have a result and are in the ledger with the same sum, once nothing that a report says of them waits to be settled.',
    tag,
    params,
    body,
    bodyOptional: true,
    errors: ['conflict'],
    responses: { 200: payoutRun },
  },
} satisfies Record<string, EndpointSchemas>
