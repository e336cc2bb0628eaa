import * as z from 'zod/mini'
import { conversionAnswer, conversionReport, refundAnswer, saleAmount } from './conversions.schemas.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { conversionReview, reasonCode } from './operator-review-shapes.ts'
import { namedCampaign, namedMember, textUpTo, whole } from './operator-shapes.ts'
import { pageQuery } from './paging.ts'
import { pageOf, time } from './shapes.ts'

const tag = 'operator'
const params = z.object({ id: idSchema('conversion') })
const conversionId = z.nullable(z.string())
const brand = z.object({ slug: z.string(), name: z.string() })

export const operatedConversion = z.object({
  id: z.string(),
  /** The brand's own id of the order. */
  eventId: z.string(),
  type: z.enum(['lead', 'sale']),
  status: z.enum(['accepted', 'under_review', 'rejected']),
  /** Why it is under review or rejected, in snake_case. */
  reason: z.nullable(z.string()),
  /** When it was reported. */
  createdAt: time,
  brand,
  /** Null where the click leads to no campaign. */
  campaign: z.nullable(namedCampaign),
  member: z.nullable(namedMember),
  amount: z.nullable(z.object({ currency: z.string(), minor: whole })),
  /** What the member has of it, less what was taken back. */
  crels: whole,
  /** Another was added in its place, and counts instead. */
  isCorrected: z.boolean(),
})
export type OperatedConversion = z.output<typeof operatedConversion>
export const operatedConversionPage = pageOf(operatedConversion)

export const operatedConversionDetail = z.extend(conversionReview, {
  eventId: z.string(),
  brand,
  clickId: z.string(),
  /** Of the link that was clicked, where it is the brand's. */
  linkCode: z.nullable(z.string()),
  occurredAt: time,
  earning: z.nullable(
    z.object({
      state: z.enum(['pending', 'under_review', 'available', 'reversed']),
      crels: whole,
      reversedCrels: whole,
      unlocksAt: time,
    }),
  ),
  /** The one it stands in place of, who added it and why. */
  corrects: z.nullable(z.object({ id: z.string(), reason: z.string(), by: z.string() })),
  /** The one that stands in its place. */
  correctedBy: conversionId,
  refunds: z.array(
    z.object({
      id: z.string(),
      at: time,
      /** In minor units of what was reported; null of a lead without an amount. */
      minor: z.nullable(whole),
      crels: whole,
    }),
  ),
})
export type OperatedConversionDetail = z.output<typeof operatedConversionDetail>

/** What was reported wrongly; the rest is as it was reported. */
const corrected = {
  clickId: z.optional(conversionReport.shape.clickId),
  type: z.optional(conversionReport.shape.type),
  amount: z.optional(saleAmount),
  occurredAt: conversionReport.shape.occurredAt,
}

export const operatorConversionSchemas = {
  listOperatedConversions: {
    summary: 'Conversions of all brands, the newest first.',
    tag,
    query: z.object({
      status: z.optional(operatedConversion.shape.status),
      /** The brand's slug. */
      brand: z.optional(z.string().check(z.maxLength(60))),
      reason: z.optional(reasonCode),
      uid: z.optional(z.string().check(z.maxLength(200))),
      ...pageQuery,
    }),
    responses: { 200: operatedConversionPage },
  },
  getOperatedConversion: {
    summary:
      'A conversion from its click to what it earned, with what was taken back and what stands in its place.',
    tag,
    params,
    responses: { 200: operatedConversionDetail },
  },
  previewCorrection: {
    summary: 'What a correction would earn, without making it.',
    tag,
    params,
    body: z.strictObject(corrected),
    errors: ['currency_rate_missing'],
    responses: { 200: conversionAnswer },
  },
  correctConversion: {
    summary:
      'Puts a rejected or wrong conversion right by adding one in its place, which is accepted and paid; both stay recorded.',
    tag,
    params,
    body: z.strictObject({ ...corrected, reason: textUpTo(500) }),
    errors: ['currency_rate_missing'],
    responses: { 200: conversionAnswer },
  },
  reverseConversion: {
    summary: 'Takes back an accepted conversion, before or after its earning is unlocked.',
    tag,
    params,
    body: z.strictObject({ reason: reasonCode }),
    errors: ['not_refundable', 'refund_exceeds_sale'],
    responses: { 200: refundAnswer },
  },
} satisfies Record<string, EndpointSchemas>
