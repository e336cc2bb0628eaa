import * as z from 'zod/mini'
import { BADGES } from '#rules/badges.ts'
import { MOMENTS } from '#rules/moments.ts'
import { NEXT_REWARDS } from '#rules/next-reward.ts'
import { campaignName } from './campaigns.schemas.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { pageQuery } from './paging.ts'
import { rewardPrograms } from './rewards.constants.ts'
import { rewardAnswer } from './reward-answer.schemas.ts'
import { crels, points, time } from './shapes.ts'

const tag = 'rewards'

export const followedPlatform = z.object({ ...rewardAnswer, platform: z.string() })
export type FollowedPlatform = z.output<typeof followedPlatform>

const badge = z.object({
  badge: z.enum(BADGES),
  progress: z.int(),
  goal: z.int(),
  /** Null until it is earned. */
  earnedAt: z.nullable(time),
})
export type BadgeView = z.output<typeof badge>

const platform = z.object({
  platform: z.string(),
  /** Where to follow; opened before it is claimed. Null until the operator fills it in. */
  url: z.nullable(z.string()),
  points,
  followedAt: z.nullable(time),
  /** It can be claimed: no account of my e-mail address has had it. */
  isOpen: z.boolean(),
})
export type PlatformView = z.output<typeof platform>

export const gamification = z.object({
  points: z.object({
    balance: points,
    /** Everything ever granted: spending and expiry never lower it. */
    lifetime: points,
  }),
  level: z.object({
    /** The first is 1. */
    number: z.int(),
    /** How many levels there are. */
    levels: z.int(),
    /** Lifetime points at which this one began, and the next begins; null on the last. */
    fromPoints: points,
    nextPoints: z.nullable(points),
  }),
  streak: z.object({ days: z.int(), longest: z.int() }),
  badges: z.array(badge),
  rewards: z.object({
    /** It can be claimed while `nextAt` is null: after a change of the time zone a date that is not taken waits, too. */
    dailyCheckIn: z.object({ isCheckedIn: z.boolean(), points, nextAt: z.nullable(time) }),
    monthlyClaim: z.object({
      /** Null while the check-ins are too few. */
      points: z.nullable(points),
      refusal: z.nullable(
        z.enum(['claimed', 'month_open', 'first_month', 'too_few_check_ins', 'profile_incomplete']),
      ),
      closesAt: time,
    }),
    holderPrize: z.object({
      points: z.nullable(points),
      refusal: z.nullable(z.enum(['claimed', 'too_soon', 'too_few_crels', 'account_too_young'])),
      /** The fewest held over the window, and the fewest that are worth something; null where nothing is. */
      crelsMin: crels,
      crelsNeeded: z.nullable(crels),
      windowDays: z.int(),
      nextAt: z.nullable(time),
    }),
    friendInvitation: z.object({ points, waiting: z.int(), underReview: z.int(), paid: z.int() }),
    socialFollow: z.array(platform),
  }),
  /** The best thing to do next. */
  next: z.object({ action: z.enum(NEXT_REWARDS), points, platform: z.nullable(z.string()) }),
})
export type Gamification = z.output<typeof gamification>

export const publicGamification = z.object({
  members: z.int(),
  /** In the hands of members now. */
  points,
  friendsPaid: z.int(),
  badgesEarned: z.int(),
  /** Lifetime points at which each level begins. */
  levels: z.array(points),
})
export type PublicGamification = z.output<typeof publicGamification>

const moment = z.object({
  /** The name to celebrate it by: its kind, and for a level its number. */
  moment: z.string(),
  kind: z.enum(MOMENTS),
  /** When it happened, where that is known. */
  at: z.nullable(time),
  /** The level that was reached. */
  level: z.nullable(z.int()),
  /** Of the first click: the country it came from, where enough people live there that it identifies none of them. */
  country: z.nullable(z.string()),
  /** Of the first click: what its link is for; null for a short link of my own. */
  campaign: z.nullable(z.object({ id: z.string(), title: z.string(), brand: z.string() })),
})
export type Moment = z.output<typeof moment>

/** The programs under which points are granted; new ones may come. */
const program = z.string()

const claimable = z.object({
  reward: z.enum(rewardPrograms),
  points,
  platform: z.nullable(z.string()),
  /** Until when it can be claimed; null where there is no end. */
  until: z.nullable(time),
})

const pending = z.object({
  reward: z.enum(rewardPrograms),
  points: z.nullable(points),
  /** Why it is not there yet, in snake_case. */
  reason: z.string(),
  /** When it may be possible, where that is known. */
  until: z.nullable(time),
  /** The friend or campaign it is about; null where there is none, or none with a name. */
  name: z.nullable(z.string()),
  /** The same of a share, with its brand. */
  campaign: z.optional(campaignName),
})

const missed = z.object({
  reward: z.enum(rewardPrograms),
  /** Why it was not granted, in snake_case: `refused`, `friend_left`, `too_few_clicks`, `not_claimed`, …. */
  reason: z.string(),
  /** When that was decided, or when it could no longer be claimed. */
  at: time,
  /** The friend or campaign it is about; null where there is none, or none with a name. */
  name: z.nullable(z.string()),
  /** The same of a share, with its brand. */
  campaign: z.optional(campaignName),
  /** Of a monthly claim: the month whose check-ins it was for, `YYYY-MM`. */
  month: z.nullable(z.string()),
})

export const rewards = z.object({
  claimable: z.array(claimable),
  pending: z.array(pending),
  /** Expired or refused, newest first: the newest of each kind, with the first page; none with a later one. */
  missed: z.array(missed),
  /** Granted, newest first. */
  items: z.array(z.object({ transactionId: z.string(), program, points, at: time })),
  nextCursor: z.nullable(z.string()),
})
export type Rewards = z.output<typeof rewards>

export const gamificationSchemas = {
  followPlatform: {
    summary: 'Claims the points for following this site on a platform, once a platform.',
    tag,
    body: z.object({ platform: z.string().check(z.minLength(1), z.maxLength(40)) }),
    errors: ['already_granted', 'reward_platform_unknown'],
    responses: { 200: followedPlatform },
  },
  getGamification: {
    summary: 'My level, badges and streak, how every reward stands, and the best thing to do next.',
    tag,
    responses: { 200: gamification },
  },
  getPublicGamification: {
    summary: 'What the community has done so far, and what each level and reward asks.',
    tag,
    responses: { 200: publicGamification },
  },
  listMoments: {
    summary: 'What I have reached for the first time and was not celebrated yet, on any device.',
    tag,
    responses: { 200: z.object({ items: z.array(moment) }) },
  },
  celebrateMoment: {
    summary: 'Says that a moment is celebrated now; `isFirst` for one device alone, once ever.',
    tag,
    body: z.object({ moment: z.string().check(z.regex(/^[a-z_0-9]{1,40}$/)) }),
    responses: { 200: z.object({ isFirst: z.boolean() }) },
  },
  listRewards: {
    summary:
      'What I can claim now, what is pending with why and until when, and everything I was granted, newest first.',
    tag,
    query: z.object(pageQuery),
    responses: { 200: rewards },
  },
} satisfies Record<string, EndpointSchemas>
