import * as z from 'zod/mini'
import { brandCard } from './campaigns.responses.ts'
import { crels, pageOf, time } from './shapes.ts'

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
  campaign: z.object({ id: z.string(), title: z.string(), brand: brandCard }),
  /** What it earned when it was accepted; held ones are looked at first. */
  conversion: z.nullable(z.object({ status: z.enum(['accepted', 'held', 'rejected']), crels })),
})
export type ConversionClaim = z.output<typeof conversionClaim>
export const conversionClaimPage = pageOf(conversionClaim)
export type ConversionClaimPage = z.output<typeof conversionClaimPage>

/** A claim as the brand sees it: nothing of who claims. */
export const brandClaim = z.object({ ...said, campaignId: z.string(), conversionId: z.nullable(z.string()) })
export type BrandClaim = z.output<typeof brandClaim>
export const brandClaimPage = pageOf(brandClaim)
export type BrandClaimPage = z.output<typeof brandClaimPage>

export const conversionClaimResponses = {
  claimConversion: { 201: conversionClaim },
  listConversionClaims: { 200: conversionClaimPage },
  listBrandClaims: { 200: brandClaimPage },
  answerBrandClaim: { 200: brandClaim },
}
