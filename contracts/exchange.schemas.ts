import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { time } from './shapes.ts'

const tag = 'exchange'
const amount = z.int().check(z.positive())

export const usdToCrels = z.object({
  value: z.number().check(z.positive()),
  asOf: time,
  /** While it is paused there are no quotes and no redemptions. */
  paused: z.boolean(),
})
export type UsdToCrels = z.output<typeof usdToCrels>
const part = z.int().check(z.nonnegative())
/** `usd` delivers exactly these dollars for the price; `crels` takes exactly these crels and pays the conversion. */
const direction = z.enum(['usd', 'crels'])

export const quote = z.object({
  id: z.string(),
  direction,
  /** Crels for one US dollar. */
  rate: z.number().check(z.positive()),
  /** Of the fee tier, in hundredths of a percent. */
  feeBps: part,
  /** What the member pays. */
  crels: amount,
  /** What arrives. */
  usdCents: amount,
  /** Of `usd`: the price is these two together. */
  baseCrels: z.optional(part),
  feeCrels: z.optional(part),
  /** Of `crels`: what arrives is the first less the second. */
  grossUsdCents: z.optional(part),
  feeUsdCents: z.optional(part),
  /** The other direction, where it delivers more dollars for at most the same crels. */
  better: z.optional(z.object({ direction, crels: amount, usdCents: amount })),
  expiresAt: time,
  /** The same for a clock that may be wrong: seconds from now. */
  expiresInSec: part,
})
export type Quote = z.output<typeof quote>

export const heldQuote = z.object({
  /** Null where none holds: it was used, has ended, or a pause voided it. */
  quote: z.nullable(quote),
})
export type HeldQuote = z.output<typeof heldQuote>

export const exchangeSchemas = {
  getUsdToCrels: {
    summary: 'How many crels one US dollar is worth.',
    tag,
    responses: { 200: usdToCrels },
  },
  createQuote: {
    summary:
      'Freezes rate, fee tier and both amounts for ten minutes: for dollars that are to arrive, or for crels to be spent.',
    tag,
    body: z.union([z.strictObject({ usdCents: amount }), z.strictObject({ crels: amount })]),
    errors: ['exchange_paused', 'amount_too_small', 'amount_too_large', 'user_disabled', 'user_deleted'],
    responses: { 201: quote },
  },
  getHeldQuote: {
    summary: 'My quote that could be used now, if there is one.',
    tag,
    responses: { 200: heldQuote },
  },
} satisfies Record<string, EndpointSchemas>
