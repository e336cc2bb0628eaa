import * as z from 'zod/mini'
import { INTERVALS } from '#rules/analytics-buckets.ts'
import { breakdownKeys, breakdownSorts } from './analytics.constants.ts'
import { campaignName } from './campaigns.schemas.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { crels, date, time } from './shapes.ts'

const tag = 'analytics'

const period = {
  /** Dates in `zone`, both included; without them the last 30 days. */
  from: z.optional(date),
  to: z.optional(date),
  /** A name of the IANA database; without one the profile's, or UTC. */
  zone: z.optional(z.string().check(z.maxLength(60))),
  /** Only what belongs to one campaign, or to one link of mine. */
  campaign: z.optional(idSchema('campaign')),
  link: z.optional(idSchema('link')),
}

const count = z.int().check(z.nonnegative())

/** What happened to some links of a member in some time. */
export const statistics = z.object({
  /** Countable ones. */
  clicks: count,
  /** Of them, the first of each visitor on a link and UTC day. */
  uniques: count,
  /** Leads and sales, accepted or under review, by when they happened. */
  conversions: count,
  /** Earned by them and by clicks, less what was taken back; pending ones are in it, those under review are not. */
  crels,
  /** Of the crels, those whose hold has not ended. */
  pendingCrels: crels,
  /** Conversions of a hundred clicks in basis points, and thousandths of a crel for one click; null without clicks. */
  conversionRateBps: z.nullable(count),
  milliCrelsPerClick: z.nullable(count),
})
export type Statistics = z.output<typeof statistics>

/** Basis points of what was before; null where there was nothing. */
const change = z.nullable(z.int())

const changes = z.object({
  clicks: change,
  uniques: change,
  conversions: change,
  crels: change,
  conversionRateBps: change,
  milliCrelsPerClick: change,
})
export type Changes = z.output<typeof changes>

/** Dates of `timeZone`, both included, and the moments they lie between, the end excluded. */
const shownPeriod = z.object({ from: date, to: date, startsAt: time, endsAt: time })

const frame = {
  timeZone: z.string(),
  period: shownPeriod,
  /** As many days right before; of a period under way, as much of them as has passed of it. */
  previousPeriod: shownPeriod,
  /** When this was counted. */
  asOf: time,
}

export const analyticsSummary = z.object({
  ...frame,
  statistics,
  previous: statistics,
  changes,
})
export type AnalyticsSummary = z.output<typeof analyticsSummary>

export const timeseries = z.object({
  ...frame,
  interval: z.enum(INTERVALS),
  /** Every part of the period, in order, each with the date in `timeZone` on which it begins. */
  items: z.array(z.object({ date, startsAt: time, statistics })),
  /** The parts of the days before, whole ones, also of a period under way. */
  previous: z.array(z.object({ date, startsAt: time, statistics })),
})
export type Timeseries = z.output<typeof timeseries>

const breakdownItem = z.object({
  /** An id, a code of a country, a device, a host or a sub-id; null where there is none, or it is not known. */
  key: z.nullable(z.string()),
  /** The campaign's or link's title; null where the key says it all. */
  title: z.nullable(z.string()),
  /** Of a link. */
  code: z.nullable(z.string()),
  /** The campaign itself, or the one that a link belongs to. */
  campaign: z.nullable(campaignName),
  statistics,
  previous: statistics,
  changes,
})
export type BreakdownItem = z.output<typeof breakdownItem>

export const breakdown = z.object({
  ...frame,
  by: z.enum(breakdownKeys),
  items: z.array(breakdownItem),
  /** Those that are not listed, together; with them crels paid for clicks, which belong to a campaign alone. */
  others: z.object({ count, statistics }),
})
export type Breakdown = z.output<typeof breakdown>

export const publicAnalytics = z.object({
  members: count,
  /** Running now. */
  campaigns: count,
  /** Countable ones, since the beginning. */
  clicks: count,
  conversions: count,
  /** Earned, less what was taken back; those under review are not in it. */
  crels,
  asOf: time,
})
export type PublicAnalytics = z.output<typeof publicAnalytics>

export const analyticsSchemas = {
  getAnalyticsSummary: {
    summary:
      'My clicks, conversions and earnings in a period, and how they changed from as many days before it.',
    tag,
    alternatives: ['text/csv'],
    query: z.object(period),
    errors: ['not_found'],
    responses: { 200: analyticsSummary },
  },
  getAnalyticsTimeseries: {
    summary:
      'The same statistics by hour, day, week or month of a time zone, every part of the period listed, and those of the days before.',
    tag,
    alternatives: ['text/csv'],
    query: z.object({ ...period, interval: z.optional(z.enum(INTERVALS)) }),
    errors: ['not_found'],
    responses: { 200: timeseries },
  },
  getAnalyticsBreakdown: {
    summary:
      'The same statistics by campaign, link, country, device, referrer or sub-id; what is not listed is in `others`.',
    tag,
    alternatives: ['text/csv'],
    query: z.object({
      ...period,
      by: z.enum(breakdownKeys),
      sort: z._default(z.enum(breakdownSorts), 'clicks'),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
    }),
    errors: ['not_found'],
    responses: { 200: breakdown },
  },
  getPublicAnalytics: {
    summary: 'What all members together have done so far, some minutes old at most.',
    tag,
    responses: { 200: publicAnalytics },
  },
} satisfies Record<string, EndpointSchemas>
