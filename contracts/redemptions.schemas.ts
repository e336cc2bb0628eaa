import * as z from 'zod/mini'
import { BLOCKED_BY } from '#rules/payout-eligibility.ts'
import { DESTINATION_KINDS } from '#rules/payout-destination.ts'
import { REDEMPTION_STATES } from '#rules/redemption-state.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { pageQuery } from './paging.ts'
import { newDestination } from './payout-destination.schemas.ts'
import { pageOf, time } from './shapes.ts'

const tag = 'redemptions'
const params = z.object({ id: idSchema('redemption') })

const amount = z.int().check(z.positive())
const part = z.int().check(z.nonnegative())
const kind = z.enum(DESTINATION_KINDS)

export const destination = z.object({
  id: z.string(),
  kind,
  /** Enough to distinguish two: `a…@example.com`, `…3000`. */
  hint: z.string(),
  createdAt: time,
  usableFrom: time,
  /** It cannot be used yet: before `usableFrom` nothing is paid to it. */
  frozen: z.boolean(),
  /**
   * Because it is new, because the account's password, address or second factor changed, or because an operator lets
   * nothing be paid to the member; null when it can be used.
   */
  frozenBy: z.nullable(z.enum(['new', 'account_change', 'payouts_stopped'])),
  /** Whether its member asked to be notified when it can be used, and was not yet. */
  reminder: z.boolean(),
})
export type Destination = z.output<typeof destination>
export const destinationList = pageOf(destination)
export type DestinationList = z.output<typeof destinationList>

export const redemptionTerms = z.object({
  /** The least that must arrive. */
  netUsdCentsMin: part,
  /** For how long a quote holds. */
  quoteMinutes: part,
  /**
   * No payouts until then, after a new password, another address or, where redemptions ask for one, a new second factor;
   * null while nothing is frozen.
   */
  frozenUntil: z.nullable(time),
  /** No payouts until then, as an operator decided who looks at the account; null where none did. */
  stoppedUntil: z.nullable(time),
  profileComplete: z.boolean(),
  /** Why nothing is paid to the member at all, whatever their balance; null where nothing is against it. */
  refusal: z.nullable(z.enum(['too_young', 'country_blocked'])),
  /** Of `country_blocked`: which country it is; a bank account is asked for its own when it is chosen. */
  blockedBy: z.nullable(z.enum(BLOCKED_BY)),
  /** Years that a member must be old. */
  minimumAge: part,
  /**
   * What the member's payouts of this calendar year (UTC), paid or under way, come to, and from which sum on a tax form
   * is needed that they have (`hasForm`) or not; null where none is asked for.
   */
  tax: z.nullable(z.object({ yearUsdCents: part, thresholdUsdCents: part, hasForm: z.boolean() })),
  /** Crels owed; nothing is paid out while any are. */
  debt: part,
  /** The exchange is paused, or redemptions are. */
  paused: z.boolean(),
  /** Which of what a payout takes is paused; of `payout` alone one can be asked for, and waits. */
  pauses: z.array(z.enum(['exchange', 'redemption', 'payout'])),
  /** How often one may still be cancelled within so many days, and when again if not at all. */
  cancelsLeft: part,
  cancelsDays: part,
  cancelsAgainAt: z.nullable(time),
  /** For how long a destination that is added now cannot be used: less for a member's first. */
  newDestinationHours: part,
  /**
   * What most redemptions of the last 90 days took, in whole hours begun: three of four were approved and paid at least
   * this fast. Null while fewer than five were paid, or to fewer than three members, and while payouts are paused.
   */
  typical: z.nullable(z.object({ approvedHours: amount, paidHours: amount })),
})
export type RedemptionTerms = z.output<typeof redemptionTerms>

const state = z.enum(REDEMPTION_STATES)

/** Refusals to pay that a member reads of a redemption under way: of each, screens have a sentence. */
export const SHOWN_REFUSALS = [
  'payouts_paused',
  'profile_incomplete',
  'too_young',
  'country_blocked',
  'tax_profile_required',
  'debt_open',
  'payouts_frozen',
  'payouts_stopped',
] as const

/** Why a redemption that is under way is not paid just now. */
export const redemptionWait = z.object({
  /**
   * `may_be_paid`: it was open in a restored backup, and may have been paid since. `came_back`: the bank or the provider
   * did not pay it. Everything else is as the errors of the same name say.
   */
  reason: z.enum([...SHOWN_REFUSALS, 'may_be_paid', 'came_back']),
  /** When it ends by itself, where that is known. */
  until: z.nullable(time),
  /** Of `country_blocked`: which country it is. */
  blockedBy: z.nullable(z.enum(BLOCKED_BY)),
})
export type RedemptionWait = z.output<typeof redemptionWait>

export const redemption = z.object({
  id: z.string(),
  state,
  crels: amount,
  usdCents: amount,
  /** Crels for one US dollar, as the quote froze it. */
  rate: z.number().check(z.positive()),
  feeBps: part,
  /** The hint is gone with the destination's data. */
  destination: z.object({ kind, hint: z.nullable(z.string()) }),
  /** Why it was rejected or failed, in words. */
  reason: z.nullable(z.string()),
  /** The payment's own name at PayPal or the bank. */
  reference: z.nullable(z.string()),
  requestedAt: time,
  /** Null where nothing is known to keep it from being paid, and once it is not under way any more. */
  waitsFor: z.nullable(redemptionWait),
  /** Of its crels that came back, those that paid what the member owed; the others are theirs again. */
  debtFilled: part,
  /** Whether its member may still take it back, but for how often they did lately. */
  isCancellable: z.boolean(),
  /** Every state it came into, the first first. */
  timeline: z.array(z.object({ state, at: time })),
})
export type Redemption = z.output<typeof redemption>
export const redemptionPage = pageOf(redemption)
export type RedemptionPage = z.output<typeof redemptionPage>

export const redemptionSchemas = {
  listDestinations: {
    summary: 'Where I can be paid to, with what is hidden of it, and from when on.',
    tag,
    responses: { 200: destinationList },
  },
  addDestination: {
    summary:
      'Adds a place to be paid to; needs a sign-in within ten minutes, is mailed, and waits before it can be used.',
    tag,
    body: newDestination,
    errors: [
      'requires_recent_login',
      'requires_second_factor',
      'second_factor_missing',
      'too_many_destinations',
      'user_disabled',
      'user_deleted',
    ],
    ratePerMinute: 20,
    responses: { 201: destination, 200: destination },
  },
  setDestinationReminder: {
    summary:
      'Says whether I am notified when a new place can be used; of one that can be, there is nothing to be reminded of.',
    tag,
    params: z.object({ id: idSchema('destination') }),
    body: z.strictObject({ reminder: z.boolean() }),
    errors: ['user_disabled', 'user_deleted'],
    responses: { 200: destination },
  },
  removeDestination: {
    summary: 'Removes a place to be paid to, unless a redemption is on its way there.',
    tag,
    params: z.object({ id: idSchema('destination') }),
    errors: ['destination_in_use', 'user_disabled', 'user_deleted'],
    responses: { 204: null },
  },
  getRedemptionTerms: {
    summary: 'What I may redeem just now: the minimum, what is in the way, and until when.',
    tag,
    responses: { 200: redemptionTerms },
  },
  createRedemption: {
    summary: 'Asks for the payout of a quote; its crels are reserved from now on.',
    tag,
    body: z.strictObject({ quoteId: idSchema('quote'), destinationId: idSchema('destination') }),
    errors: [
      'requires_second_factor',
      'second_factor_missing',
      'exchange_paused',
      'redemption_paused',
      'quote_used',
      'quote_void',
      'quote_expired',
      'below_minimum',
      'profile_incomplete',
      'too_young',
      'country_blocked',
      'tax_profile_required',
      'debt_open',
      'payouts_frozen',
      'payouts_stopped',
      'destination_frozen',
      'insufficient_funds',
      'user_disabled',
      'user_deleted',
    ],
    responses: { 201: redemption },
  },
  listRedemptions: {
    summary: 'My redemptions, newest first, each with its state, why, and when it came there.',
    tag,
    query: z.object({ state: z.optional(z.enum(REDEMPTION_STATES)), ...pageQuery }),
    responses: { 200: redemptionPage },
  },
  cancelRedemption: {
    summary: 'Takes a redemption back while it is requested; the crels return. Twice in thirty days.',
    tag,
    params,
    body: z.object({}),
    bodyOptional: true,
    errors: ['not_cancellable', 'cancel_limit', 'user_disabled', 'user_deleted'],
    responses: { 200: redemption },
  },
} satisfies Record<string, EndpointSchemas>
