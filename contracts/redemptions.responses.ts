import * as z from 'zod/mini'
import { DESTINATION_KINDS } from '#rules/payout-destination.ts'
import { REDEMPTION_STATES } from '#rules/redemption-state.ts'
import { pageOf, time } from './shapes.ts'

const amount = z.int().check(z.positive())
const part = z.int().check(z.nonnegative())
const kind = z.enum(DESTINATION_KINDS)

export const destination = z.object({
  id: z.string(),
  kind,
  /** Enough to tell two apart: `a…@example.com`, `…3000`. */
  hint: z.string(),
  createdAt: time,
  usableFrom: time,
  /** It cannot be used yet: before `usableFrom` nothing is paid to it. */
  frozen: z.boolean(),
  /** Because it is new, or because the account's password, address or second factor changed; null when it can be used. */
  frozenBy: z.nullable(z.enum(['new', 'account_change'])),
})
export type Destination = z.output<typeof destination>
export const destinationList = pageOf(destination)
export type DestinationList = z.output<typeof destinationList>

export const redemptionTerms = z.object({
  /** The least that must arrive. */
  netUsdCentsMin: part,
  /** For how long a quote holds. */
  quoteMinutes: part,
  /** No payouts until then, after a new password, another address or, where redemptions ask for one, a new second factor; null while nothing is frozen. */
  frozenUntil: z.nullable(time),
  profileComplete: z.boolean(),
  /** Crels owed; nothing is paid out while any are. */
  debt: part,
  /** The exchange is paused. */
  paused: z.boolean(),
  /** How often one may still be cancelled within so many days, and when again if not at all. */
  cancelsLeft: part,
  cancelsDays: part,
  cancelsAgainAt: z.nullable(time),
  /** For how long a destination that is added now cannot be used: less for a member's first. */
  newDestinationHours: part,
})
export type RedemptionTerms = z.output<typeof redemptionTerms>

const state = z.enum(REDEMPTION_STATES)

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
  /** Every state it came into, the first first. */
  timeline: z.array(z.object({ state, at: time })),
})
export type Redemption = z.output<typeof redemption>
export const redemptionPage = pageOf(redemption)
export type RedemptionPage = z.output<typeof redemptionPage>

export const redemptionResponses = {
  listDestinations: { 200: destinationList },
  addDestination: { 201: destination, 200: destination },
  removeDestination: { 204: null },
  getRedemptionTerms: { 200: redemptionTerms },
  createRedemption: { 201: redemption },
  listRedemptions: { 200: redemptionPage },
  cancelRedemption: { 200: redemption },
}
