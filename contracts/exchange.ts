import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import type { Quote, UsdToCrels } from './exchange.responses.ts'

const tag = 'exchange'
const amount = z.int().check(z.positive())

export const getUsdToCrels = endpoint<UsdToCrels>()({
  id: 'getUsdToCrels',
  method: 'GET',
  path: '/api/v1/exchange/rates/usd/to/crels',
  access: 'public',
  summary: 'How many crels one US dollar is worth.',
  tag,
})

/** One member, one use: a new quote voids the last, and pausing the exchange voids all. */
export const createQuote = endpoint<Quote>()({
  id: 'createQuote',
  method: 'POST',
  path: '/api/v1/exchange/quotes',
  access: 'bearer',
  summary:
    'Freezes rate, fee tier and both amounts for ten minutes: for dollars that are to arrive, or for crels to be spent.',
  tag,
  body: z.union([z.strictObject({ usdCents: amount }), z.strictObject({ crels: amount })]),
  errors: ['exchange_paused', 'amount_too_small', 'amount_too_large', 'user_disabled', 'user_deleted'],
  idempotent: true,
})
