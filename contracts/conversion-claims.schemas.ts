import * as z from 'zod/mini'
import { campaignName } from './campaigns.schemas.ts'
import { eventId, saleAmount } from './conversions.schemas.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { pageQuery } from './paging.ts'
import { crels, pageOf, time, visible } from './shapes.ts'

const tag = 'conversion claims'
const state = z.optional(z.enum(['open', 'accepted', 'declined']))

const said = {
  id: z.string(),
  type: z.enum(['lead', 'sale']),
  /** What the member knows the order by. */
  orderReference: z.string(),
  occurredAt: time,
  amount: z.nullable(z.object({ currency: z.string(), minor: z.int() })),
  note: z.nullable(z.string()),
  state: z.enum(['open', 'accepted', 'declined']),
  claimedAt: time,
  /** Until when an answer is due. */
  answerBy: time,
  answeredAt: z.nullable(time),
  /** What was answered, in words; required to decline. */
  answer: z.nullable(z.string()),
}

export const conversionClaim = z.object({
  ...said,
  campaign: campaignName,
  /** What it earned when it was accepted; those under review are looked at first. */
  conversion: z.nullable(
    z.object({
      status: z.enum(['accepted', 'under_review', 'rejected']),
      crels,
      /** What is left of them after refunds and corrections. */
      leftCrels: crels,
      /** Where they are; null where it earned none. */
      earningState: z.nullable(z.enum(['pending', 'under_review', 'available', 'reversed'])),
    }),
  ),
})
export type ConversionClaim = z.output<typeof conversionClaim>
export const conversionClaimPage = pageOf(conversionClaim)
export type ConversionClaimPage = z.output<typeof conversionClaimPage>

/** A claim as the brand sees it: nothing of who claims. */
export const brandClaim = z.object({ ...said, campaignId: z.string(), conversionId: z.nullable(z.string()) })
export type BrandClaim = z.output<typeof brandClaim>
export const brandClaimPage = pageOf(brandClaim)
export type BrandClaimPage = z.output<typeof brandClaimPage>

export const conversionClaimSchemas = {
  claimConversion: {
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
    responses: { 201: conversionClaim },
  },
  listConversionClaims: {
    summary: 'My claims of missing conversions, newest first.',
    tag,
    query: z.object({ state, ...pageQuery }),
    responses: { 200: conversionClaimPage },
  },
  listBrandClaims: {
    summary: 'Claims of creators in the brand’s campaigns, newest first.',
    tag,
    query: z.object({ state, ...pageQuery }),
    responses: { 200: brandClaimPage },
  },
  answerBrandClaim: {
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
    responses: { 200: brandClaim },
  },
} satisfies Record<string, EndpointSchemas>
