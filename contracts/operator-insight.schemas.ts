import * as z from 'zod/mini'
import { CAMPAIGN_STATES } from '#rules/campaign-state.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { insightSorts, insightSteps } from './operator-insight.constants.ts'
import { namedCampaign, whole, zone } from './operator-shapes.ts'
import { pageQuery } from './paging.ts'
import { date, pageOf, time } from './shapes.ts'

const tag = 'operator'

const period = {
  /** Dates in `zone`, both included; without them the last 30 days. `first` is the first day that is counted. */
  from: z.optional(z.union([z.literal('first'), date])),
  to: z.optional(date),
  /** The site’s without one. */
  zone: z.optional(zone),
}

/** Dates of `timeZone`, both included, and the moments they lie between, the end excluded. */
const shownPeriod = z.object({ from: date, to: date, startsAt: time, endsAt: time })

/** What happened, each on the day it was decided or posted: a day that is over stays as it is. */
const happened = {
  /** Countable ones, and those that do not count. */
  clicks: whole,
  refusedClicks: whole,
  /** Leads and sales. One that is accepted and taken back later is in both. */
  accepted: whole,
  rejected: whole,
  reversed: whole,
  /** Of accepted sales, less what was refunded: negative where more was. */
  salesUsdCents: z.int(),
  /** What campaigns paid, for leads, sales and clicks, less what came back to their budgets. */
  crels: z.int(),
  /** What they are worth at the rate now, null where that cannot be counted. */
  usdCents: z.nullable(z.int()),
}

const statistics = z.object({
  signUps: whole,
  ...happened,
  /** Of the clicks, those on links of campaigns; the others are on members' own short links. */
  campaignClicks: whole,
})
export type InsightStatistics = z.output<typeof statistics>

/** How far those came who signed up in the period, so far. */
const activation = z.object({
  signedUp: whole,
  /** Null where an outside provider knows it. */
  verified: z.nullable(whole),
  joined: whole,
  clicked: whole,
  converted: whole,
  cashedOut: whole,
})
export type InsightActivation = z.output<typeof activation>

const insight = z.object({
  timeZone: z.string(),
  period: shownPeriod,
  /** As many days right before; of a period under way, as much of them as has passed of it. */
  previousPeriod: shownPeriod,
  /** Until when all of it is counted; null before the first time. */
  countedAt: z.nullable(time),
  usdToCrels: z.string(),
  /** Null before the first count. */
  statistics: z.nullable(statistics),
  activation: z.nullable(activation),
  /** Null where the installation is younger than the period before. */
  previous: z.nullable(statistics),
  /** Conversions that wait for a decision now, whenever they were reported. */
  underReview: whole,
  /** What `days` are: days, or months under their first day in the period. */
  by: z.enum(insightSteps),
  /** Every day of the period, or every month; null of one that is not counted yet, or was before the installation. */
  days: z.array(z.object({ date, statistics: z.nullable(statistics) })),
})
export type Insight = z.output<typeof insight>

const campaign = z.object({
  campaign: namedCampaign,
  state: z.enum(CAMPAIGN_STATES),
  ...happened,
  /** Now, whenever they were reported. */
  underReview: whole,
  /** `usdCents` for one conversion that was accepted and not taken back; null without any, and where more came back. */
  costUsdCents: z.nullable(whole),
  /** Of the budget, now: what is neither paid nor reserved. */
  budgetLeftCrels: whole,
})
export type InsightCampaign = z.output<typeof campaign>

export const operatorInsightSchemas = {
  getInsight: {
    summary:
      'Sign-ups and how far members came, clicks, conversions and what they cost in a period, by day or month, and in the period before.',
    tag,
    query: z.object({
      ...period,
      /** Days of two years at most; without it days of three months, and months of what is longer. */
      by: z.optional(z.enum(insightSteps)),
    }),
    responses: { 200: insight },
  },
  listInsightCampaigns: {
    summary:
      'The same by campaign: every one in which something happened in the period, and those that run. Sorted by one figure; what is not known comes last.',
    tag,
    query: z.object({
      ...pageQuery,
      ...period,
      sort: z._default(z.enum(insightSorts), 'crels'),
      order: z._default(z.enum(['desc', 'asc']), 'desc'),
    }),
    responses: { 200: pageOf(campaign) },
  },
} satisfies Record<string, EndpointSchemas>
