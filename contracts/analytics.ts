import * as z from 'zod/mini'
import { INTERVALS } from '#rules/analytics-buckets.ts'
import type { AnalyticsSummary, Breakdown, PublicAnalytics, Timeseries } from './analytics.responses.ts'
import { endpoint } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { date } from './shapes.ts'

const tag = 'analytics'

/** What figures can be broken down by. */
export const breakdownKeys = ['campaign', 'link', 'country', 'device', 'referrer', 'sub'] as const
export type BreakdownKey = (typeof breakdownKeys)[number]

/** What a breakdown can be ordered by, the most first. */
export const breakdownSorts = ['clicks', 'uniques', 'conversions', 'crels'] as const
export type BreakdownSort = (typeof breakdownSorts)[number]

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

export const getAnalyticsSummary = endpoint<AnalyticsSummary>()({
  id: 'getAnalyticsSummary',
  method: 'GET',
  path: '/api/v1/analytics/summary',
  access: 'bearer',
  summary:
    'My clicks, conversions and earnings in a period, and how they changed from as many days before it.',
  tag,
  alternatives: ['text/csv'],
  query: z.object(period),
  errors: ['not_found'],
})

export const getAnalyticsTimeseries = endpoint<Timeseries>()({
  id: 'getAnalyticsTimeseries',
  method: 'GET',
  path: '/api/v1/analytics/timeseries',
  access: 'bearer',
  summary:
    'The same figures by hour, day, week or month of a time zone, every part of the period listed, and those of the days before.',
  tag,
  alternatives: ['text/csv'],
  query: z.object({ ...period, interval: z.optional(z.enum(INTERVALS)) }),
  errors: ['not_found'],
})

export const getAnalyticsBreakdown = endpoint<Breakdown>()({
  id: 'getAnalyticsBreakdown',
  method: 'GET',
  path: '/api/v1/analytics/breakdown',
  access: 'bearer',
  summary:
    'The same figures by campaign, link, country, device, referrer or sub-id; what is not listed is in `others`.',
  tag,
  alternatives: ['text/csv'],
  query: z.object({
    ...period,
    by: z.enum(breakdownKeys),
    sort: z._default(z.enum(breakdownSorts), 'clicks'),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
  }),
  errors: ['not_found'],
})

export const getPublicAnalytics = endpoint<PublicAnalytics>()({
  id: 'getPublicAnalytics',
  method: 'GET',
  path: '/api/v1/analytics/public',
  access: 'public',
  summary: 'What all members together have done so far, some minutes old at most.',
  tag,
})
