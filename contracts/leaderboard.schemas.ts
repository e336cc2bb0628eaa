import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { leaderboardMetrics, leaderboardPeriods } from './leaderboard.constants.ts'
import { pageQuery } from './paging.ts'
import { pageOf, points, time } from './shapes.ts'

const tag = 'leaderboard'

const rank = z.int().check(z.positive())

/** A month in UTC, `2026-11`. */
const month = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/))

const place = z.object({
  /** No two have the same: of those with the same value the first is who had it first. */
  rank,
  /** Null of a member who hides here, has chosen no name, is banned or has left. */
  displayName: z.nullable(z.string()),
  photoURL: z.nullable(z.string()),
  /** Points, crels or friends: what the metric counts. */
  value: z.int().check(z.positive()),
  /** Places gained since the day (UTC) began; null where that is not known: beyond the first thousand then. */
  change: z.nullable(z.int()),
  isMe: z.boolean(),
})
export type Place = z.output<typeof place>

const prize = z.object({ fromRank: rank, toRank: rank, points })
export type SeasonPrize = z.output<typeof prize>

const season = {
  /** Its month in UTC, `2026-11`. */
  id: month,
  startsAt: time,
  endsAt: time,
  /** It runs; it is over and its ranking is reviewed; its prizes are decided. */
  state: z.enum(['running', 'review', 'closed']),
  /** Until when it is reviewed, of one in review once that is known; when it was approved, of a closed one. */
  reviewedAt: z.nullable(time),
  /** What places are paid in points, by points earned; the best first. */
  prizes: z.array(prize),
}

const seasonView = z.object(season)
export type Season = z.output<typeof seasonView>

const me = z.object({
  /** Null while I have nothing that counts, and of a member who is banned. */
  rank: z.nullable(rank),
  /** What I have; below zero where more was taken back than earned in the time. */
  value: z.int(),
  change: z.nullable(z.int()),
  /** What is missing to pass the one before me; null of the first and of one without a rank. */
  toNext: z.nullable(z.int().check(z.positive())),
  /** Others see my place without my name and photo. */
  isHidden: z.boolean(),
  /** Up to two before me, I, and up to two behind me; nothing where I have no rank. */
  neighbours: z.array(place),
})
export type MyPlace = z.output<typeof me>

export const leaderboard = z.object({
  period: z.enum(leaderboardPeriods),
  metric: z.enum(leaderboardMetrics),
  /** When the counting began and ends; null of all there ever was. */
  startsAt: z.nullable(time),
  endsAt: z.nullable(time),
  /** The season that was asked for, else the running one. */
  season: seasonView,
  /** How many have a rank. */
  members: z.int(),
  items: z.array(place),
  nextCursor: z.nullable(z.string()),
  /** Null for a visitor. */
  me: z.nullable(me),
})
export type Leaderboard = z.output<typeof leaderboard>

const pastSeason = z.object({
  ...season,
  /** How many had a rank. */
  members: z.int(),
  /** The first three by points. */
  podium: z.array(place),
})
export type PastSeason = z.output<typeof pastSeason>

export const leaderboardSchemas = {
  getLeaderboard: {
    summary:
      'Who earned most, ranked; with a bearer also my own place, its neighbours and the distance to the next.',
    tag,
    query: z.object({
      ...pageQuery,
      period: z._default(z.enum(leaderboardPeriods), 'season'),
      metric: z._default(z.enum(leaderboardMetrics), 'points'),
      /** Another season than the running one; only with the period `season`. */
      season: z.optional(month),
    }),
    bearerOptional: true,
    errors: ['not_found'],
    responses: { 200: leaderboard },
  },
  listSeasons: {
    summary: 'The seasons that are over, newest first, with the first three of each.',
    tag,
    query: z.object(pageQuery),
    bearerOptional: true,
    responses: { 200: pageOf(pastSeason) },
  },
} satisfies Record<string, EndpointSchemas>
