import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { pageQuery } from './paging.ts'
import { date, pageOf, points, time } from './shapes.ts'

const tag = 'points'

/** What points were for, where there is more to say than the kind says. */
export const aboutPoints = z.union([
  z.object({
    type: z.literal('check-in'),
    /** Where the member was. */
    date,
    /** The streak with it. */
    streak: z.int(),
    /** The part that this day of the streak paid extra. */
    bonusPoints: points,
  }),
  /** The month of a claim, `YYYY-MM`. */
  z.object({ type: z.literal('month'), month: z.string() }),
  /** A campaign by its offer, with its brand’s name. */
  z.object({ type: z.literal('campaign'), campaignId: z.string(), title: z.string(), brand: z.string() }),
  /** What was bought, or was to be. */
  z.object({ type: z.literal('order'), orderId: z.string(), title: z.string() }),
])
export type AboutPoints = z.output<typeof aboutPoints>

/** What was posted: `daily-check-in`, `monthly-claim`, `points_expired`, … New ones may come. */
const kind = z.string()

export const pointsEntry = z.object({
  /** Of the ledger transaction. */
  transactionId: z.string(),
  at: time,
  kind,
  /** Signed: what it added or took. */
  points: z.int(),
  balanceAfter: z.int(),
  about: z.nullable(aboutPoints),
})
export type PointsEntry = z.output<typeof pointsEntry>
export const pointsPage = pageOf(pointsEntry)
export type PointsPage = z.output<typeof pointsPage>

export const pointsLot = z.object({
  /** What is left of it. */
  points,
  /** What it was when it was earned or given back. */
  granted: points,
  kind,
  transactionId: z.string(),
  earnedAt: time,
  expiresAt: time,
})
export type PointsLot = z.output<typeof pointsLot>

export const pointsBalance = z.object({
  balance: points,
  /** What expires soon enough for the member to be notified. */
  expiring: z.object({ points, until: time }),
  /** Soonest to expire first, the first fifty. */
  lots: z.array(pointsLot),
  /** Further lots, and the points in them. */
  moreLots: z.object({ count: z.int(), points }),
})
export type Points = z.output<typeof pointsBalance>

export const pointsSchemas = {
  getPoints: {
    summary: 'My points, and the lots they are in, soonest to expire first.',
    tag,
    responses: { 200: pointsBalance },
  },
  listPointsHistory: {
    summary:
      'Every entry that made my balance of points, newest first, each with its reason and the balance after it.',
    tag,
    query: z.object({
      ...pageQuery,
      /** Only entries of one kind: `daily-check-in`, `social-share`, `points_expired`, … */
      kind: z.optional(z.string().check(z.regex(/^[a-z][a-z_-]{0,39}$/))),
    }),
    responses: { 200: pointsPage },
  },
} satisfies Record<string, EndpointSchemas>
