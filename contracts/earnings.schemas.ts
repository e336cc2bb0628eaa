import * as z from 'zod/mini'
import { CLICK_REVIEW_REASONS } from '#rules/click-review.ts'
import { campaignName } from './campaigns.schemas.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { pageQuery } from './paging.ts'
import { crels, pageOf, time } from './shapes.ts'

const earningCampaign = campaignName

export const appeal = z.object({
  /** What the member said. */
  message: z.string(),
  at: time,
  /** Open until the earning is decided: granted, it is pending then; refused, it is reversed. */
  state: z.enum(['open', 'granted', 'refused']),
  /** The reviewer's text, if there is one. */
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(time),
})
export type Appeal = z.output<typeof appeal>

export const earning = z.object({
  id: z.string(),
  /** Null for clicks, which are paid by the hour. */
  conversionId: z.nullable(z.string()),
  type: z.enum(['click', 'lead', 'sale']),
  campaign: earningCampaign,
  /** What it was worth when it was made. */
  crels,
  /** What refunds have taken back of it. */
  reversedCrels: crels,
  state: z.enum(['pending', 'under_review', 'available', 'reversed']),
  /** Why it is under review or was reversed, in snake_case; null otherwise. */
  reason: z.nullable(z.string()),
  /**
   * How it was computed: the sale, the share and the rate, the clicks and thousandths of a crel for each, or the fixed
   * amount.
   */
  basis: z.object({
    saleUsdCents: z.nullable(z.int()),
    bps: z.nullable(z.int()),
    usdToCrels: z.nullable(z.string()),
    clicks: z.nullable(z.int()),
    clickMillicrels: z.nullable(z.int()),
  }),
  occurredAt: time,
  /** Fixed when it was made. */
  unlocksAt: time,
  unlockedAt: z.nullable(time),
  /** What the member said about an earning that is, or was, under review; null when nothing. */
  appeal: z.nullable(appeal),
})
export type Earning = z.output<typeof earning>
export const earningPage = pageOf(earning)
export type EarningPage = z.output<typeof earningPage>

/** Clicks of one campaign that an operator is still to look at for one reason. */
const clicksUnderReviewItem = z.object({
  campaign: earningCampaign,
  reason: z.enum(CLICK_REVIEW_REASONS),
  clicks: z.int(),
  /** What they come to where all of them count and the budget covers them; parts of a crel are left out. */
  crels,
  /** The first and the last of them. */
  firstAt: time,
  lastAt: time,
})
export type ClicksUnderReviewItem = z.output<typeof clicksUnderReviewItem>
/** The latest first; at most four for each campaign. */
export const clicksUnderReview = z.object({ items: z.array(clicksUnderReviewItem) })
export type ClicksUnderReview = z.output<typeof clicksUnderReview>

export const earningSchemas = {
  listEarnings: {
    summary:
      'My earnings, each with its state, why, and when it unlocks; `state=pending` lists the next to unlock first.',
    tag: 'earnings',
    query: z.object({
      state: z.optional(z.enum(['pending', 'under_review', 'available', 'reversed'])),
      campaign: z.optional(idSchema('campaign')),
      ...pageQuery,
    }),
    responses: { 200: earningPage },
  },
} satisfies Record<string, EndpointSchemas>
