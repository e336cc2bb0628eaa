import * as z from 'zod/mini'
import { REDEMPTION_STATES } from '#rules/redemption-state.ts'
import { endpoint } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { pageQuery } from './paging.ts'
import type {
  Destination,
  DestinationList,
  Redemption,
  RedemptionPage,
  RedemptionTerms,
} from './redemptions.responses.ts'

const tag = 'redemptions'
const params = z.object({ id: idSchema('redemption') })

/** It goes into a file that a spreadsheet may open: no sign at its beginning that would make it a formula. */
const payeeEmail = z.string().check(z.trim(), z.maxLength(254), z.email(), z.regex(/^[A-Za-z0-9]/))
const holder = z
  .string()
  .check(z.trim(), z.minLength(2), z.maxLength(100), z.regex(/^\p{L}[\p{L}\p{M}\p{N} .,'’&/-]*$/u))

/** What a member gives to be paid to, by its kind. */
export const newDestination = z.union([
  z.strictObject({ kind: z.enum(['paypal']), email: payeeEmail }),
  z.strictObject({
    kind: z.enum(['bank']),
    holder,
    /** Its check digits are looked at where it is added: `refine` would cost every first load 100 bytes. */
    iban: z.string().check(z.trim(), z.maxLength(60), z.regex(/^[A-Za-z]{2}\d{2}[A-Za-z0-9 -]+$/)),
    bic: z.optional(z.string().check(z.trim(), z.regex(/^[A-Za-z]{6}[A-Za-z0-9]{2}([A-Za-z0-9]{3})?$/))),
  }),
  z.strictObject({
    kind: z.enum(['bank']),
    holder,
    routingNumber: z.string().check(z.trim(), z.regex(/^\d{9}$/)),
    accountNumber: z.string().check(z.trim(), z.regex(/^\d{4,17}$/)),
  }),
  z.strictObject({ kind: z.enum(['gift_card']), email: payeeEmail }),
  z.strictObject({
    kind: z.enum(['manual']),
    instructions: z.string().check(z.trim(), z.minLength(5), z.maxLength(500)),
  }),
])
export type NewDestination = z.input<typeof newDestination>

export const listDestinations = endpoint<DestinationList>()({
  id: 'listDestinations',
  method: 'GET',
  path: '/api/v1/payout-destinations',
  access: 'bearer',
  summary: 'Where I can be paid to, with what is hidden of it, and from when on.',
  tag,
})

export const addDestination = endpoint<Destination>()({
  id: 'addDestination',
  method: 'POST',
  path: '/api/v1/payout-destinations',
  access: 'bearer',
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
})

export const removeDestination = endpoint<null>()({
  id: 'removeDestination',
  method: 'DELETE',
  path: '/api/v1/payout-destinations/{id}',
  access: 'bearer',
  summary: 'Removes a place to be paid to, unless a redemption is on its way there.',
  tag,
  params: z.object({ id: idSchema('destination') }),
  errors: ['destination_in_use', 'user_disabled', 'user_deleted'],
})

export const getRedemptionTerms = endpoint<RedemptionTerms>()({
  id: 'getRedemptionTerms',
  method: 'GET',
  path: '/api/v1/redemptions/terms',
  access: 'bearer',
  summary: 'What I may redeem just now: the minimum, what is in the way, and until when.',
  tag,
})

export const createRedemption = endpoint<Redemption>()({
  id: 'createRedemption',
  method: 'POST',
  path: '/api/v1/redemptions',
  access: 'bearer',
  summary: 'Asks for the payout of a quote; its crels are held from now on.',
  tag,
  body: z.strictObject({ quoteId: idSchema('quote'), destinationId: idSchema('destination') }),
  errors: [
    'requires_second_factor',
    'second_factor_missing',
    'exchange_paused',
    'quote_used',
    'quote_void',
    'quote_expired',
    'below_minimum',
    'profile_incomplete',
    'debt_open',
    'payouts_frozen',
    'destination_frozen',
    'insufficient_funds',
    'user_disabled',
    'user_deleted',
  ],
  idempotent: true,
})

export const listRedemptions = endpoint<RedemptionPage>()({
  id: 'listRedemptions',
  method: 'GET',
  path: '/api/v1/redemptions',
  access: 'bearer',
  summary: 'My redemptions, newest first, each with its state, why, and when it came there.',
  tag,
  query: z.object({ state: z.optional(z.enum(REDEMPTION_STATES)), ...pageQuery }),
})

export const cancelRedemption = endpoint<Redemption>()({
  id: 'cancelRedemption',
  method: 'POST',
  path: '/api/v1/redemptions/{id}/cancel',
  access: 'bearer',
  summary: 'Takes a redemption back while it is requested; the crels return. Twice in thirty days.',
  tag,
  params,
  body: z.object({}),
  bodyOptional: true,
  errors: ['not_cancellable', 'cancel_limit', 'user_disabled', 'user_deleted'],
  idempotent: true,
})
