import * as z from 'zod/mini'
import type {
  BrandClaim,
  BrandClaimPage,
  ConversionClaim,
  ConversionClaimPage,
} from './conversion-claims.responses.ts'
import { eventId, saleAmount } from './conversions.ts'
import { endpoint } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { pageQuery } from './paging.ts'
import { visible } from './shapes.ts'

const tag = 'conversion claims'
const state = z.optional(z.enum(['open', 'accepted', 'declined']))

export const claimConversion = endpoint<ConversionClaim>()({
  id: 'claimConversion',
  method: 'POST',
  path: '/api/v1/conversion-claims',
  access: 'bearer',
  summary: 'Claims a lead or sale that the brand did not report; it is answered within 14 days.',
  tag,
  body: z.object({
    campaignId: idSchema('campaign'),
    type: z.enum(['lead', 'sale']),
    /** What the order is known by, such as its number; nothing of who bought is asked for. */
    orderReference: z.string().check(z.trim(), z.minLength(1), z.maxLength(200), visible),
    /** When it happened; 60 days ago at most. */
    occurredAt: z.iso.datetime({ offset: true }),
    amount: z.optional(saleAmount),
    /** How the member knows of it. */
    note: z.optional(z.string().check(z.trim(), z.maxLength(1000))),
  }),
  errors: ['not_enrolled', 'claim_exists', 'claim_limit'],
  idempotent: true,
})

export const listConversionClaims = endpoint<ConversionClaimPage>()({
  id: 'listConversionClaims',
  method: 'GET',
  path: '/api/v1/conversion-claims',
  access: 'bearer',
  summary: 'My claims of missing conversions, newest first.',
  tag,
  query: z.object({ state, ...pageQuery }),
})

export const listBrandClaims = endpoint<BrandClaimPage>()({
  id: 'listBrandClaims',
  method: 'GET',
  path: '/api/v1/brand/conversion-claims',
  access: 'brand',
  scope: 'claims',
  summary: 'Claims of creators in the brand’s campaigns, newest first.',
  tag,
  query: z.object({ state, ...pageQuery }),
})

export const answerBrandClaim = endpoint<BrandClaim>()({
  id: 'answerBrandClaim',
  method: 'POST',
  path: '/api/v1/brand/conversion-claims/{id}/answer',
  access: 'brand',
  scope: 'claims',
  summary:
    'Accepts a claim, which records the conversion and pays it by the campaign’s rules, or declines it.',
  tag,
  params: z.object({ id: idSchema('claim') }),
  body: z.object({
    accept: z.boolean(),
    /** For the creator to read; needed to decline. */
    answer: z.optional(z.string().check(z.trim(), z.maxLength(500))),
    /** The brand's own id of the order, under which it is recorded; the claim's order reference unless given. */
    eventId: z.optional(eventId),
    /** What was really paid, where that differs from the claim. */
    amount: z.optional(saleAmount),
  }),
  errors: ['claim_answered', 'claim_not_payable', 'currency_rate_missing'],
})
