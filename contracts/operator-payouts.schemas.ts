import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { operatedRedemption } from './operator-redemptions.schemas.ts'
import { memberReason, textUpTo } from './operator-shapes.ts'
import { pendingAct } from './pending-act-shapes.ts'
import { rowIds, rowResults } from './row-results.ts'
import { date, visible, visibleLines } from './shapes.ts'

const tag = 'operator'
const params = z.object({ id: idSchema('redemption') })

/** Where to pay, in clear (rules/payout-destination.ts). */
export const openedDestination = z.union([
  z.object({ kind: z.enum(['paypal', 'gift_card']), email: z.string() }),
  z.object({
    kind: z.literal('bank'),
    holder: z.string(),
    iban: z.string(),
    bic: z.optional(z.string()),
  }),
  z.object({
    kind: z.literal('bank'),
    holder: z.string(),
    routingNumber: z.string(),
    accountNumber: z.string(),
  }),
  z.object({ kind: z.literal('manual'), instructions: z.string() }),
])
export type OpenedDestination = z.output<typeof openedDestination>

const payment = z.strictObject({
  reference: textUpTo(200).check(visible),
  /** The day on which it was paid, by which the years of taxes go; that of today in UTC unless given. */
  paidOn: z.optional(date),
})

export const operatorPayoutSchemas = {
  openPayoutDestination: {
    summary: 'Where to pay a redemption that is under way, in clear, with why it was opened in the log.',
    tag,
    params,
    body: z.strictObject({ reason: memberReason }),
    ratePerMinute: 60,
    errors: ['conflict', 'payouts_paused'],
    responses: { 200: openedDestination },
  },
  sendRedemption: {
    summary:
      'Has a provider pay an approved redemption; never one’s own, nor what one approved while another operator could.',
    tag,
    params,
    body: z.strictObject({
      /** One of the redemption’s `sendableBy`. */
      provider: textUpTo(50),
    }),
    errors: [
      'conflict',
      'debt_open',
      'payouts_paused',
      'payouts_frozen',
      'payouts_stopped',
      'user_disabled',
      'user_deleted',
      'profile_incomplete',
      'too_young',
      'country_blocked',
      'not_screened',
      'sanctions_match',
      'tax_profile_required',
    ],
    responses: { 200: operatedRedemption },
  },
  payRedemption: {
    summary: 'Says that a redemption that was sent has arrived, with the payment’s own name.',
    tag,
    params,
    body: payment,
    errors: ['conflict'],
    responses: { 200: operatedRedemption },
  },
  failRedemption: {
    summary: 'Says that a payout never arrives, with a reason for the member; its crels return.',
    tag,
    params,
    body: z.strictObject({ reason: textUpTo(500).check(visibleLines) }),
    errors: ['conflict'],
    responses: { 200: operatedRedemption },
  },
  proposeReturn: {
    summary:
      'Proposes that the payment of a paid redemption came back, with a reason for the member; another operator approves it, and its crels return.',
    tag,
    params,
    body: z.strictObject({ reason: textUpTo(500).check(visibleLines) }),
    errors: ['conflict'],
    responses: { 202: pendingAct },
  },
  settlePayoutMismatch: {
    summary:
      'Says that what a provider says against a redemption was put right, with how: neither the redemption nor its crels change, but for one whose last attempt did not arrive and whose member keeps an earlier one, which is paid by that.',
    tag,
    params,
    body: z.strictObject({
      reason: memberReason,
      /** Of a payment that was made twice (`twice`), and of no other: what became of the attempt that was paid as well. */
      outcome: z.optional(z.enum(['came_back', 'kept'])),
      /** Which attempt it is about, where `mismatchAttempt` names one: `conflict` where another is the first that is open. */
      attempt: z.optional(z.int().check(z.minimum(1), z.maximum(10_000))),
    }),
    errors: ['conflict'],
    responses: { 200: operatedRedemption },
  },
  payRestoredRedemption: {
    summary:
      'Says that a redemption that was open in a restored backup was paid since, with the payment’s own name: it is written down as paid, and nothing is sent.',
    tag,
    params,
    body: payment,
    errors: ['conflict'],
    responses: { 200: operatedRedemption },
  },
  continueRestoredRedemptions: {
    summary:
      'Says that redemptions that were open in a restored backup were not paid since: each goes on from where it was, by itself.',
    tag,
    body: z.strictObject({ ids: rowIds(params.shape.id) }),
    responses: { 200: rowResults },
  },
} satisfies Record<string, EndpointSchemas>
