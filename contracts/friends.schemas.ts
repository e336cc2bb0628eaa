import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { pageQuery } from './paging.ts'
import { rewardAnswer } from './reward-answer.schemas.ts'
import { points, time } from './shapes.ts'

const tag = 'rewards'

/** What is between an accepted invitation and the points. */
const progress = {
  /** `refused` and `ended` are for good. */
  state: z.enum(['waiting', 'under_review', 'paid', 'refused', 'ended']),
  /** Why it is under review, was refused, has ended, or waits with nothing left to do; in snake_case. */
  reason: z.nullable(z.string()),
  /** Until when it waits where it does so for the inviter's next month. */
  until: z.nullable(time),
  isProfileComplete: z.boolean(),
  checkIns: z.int(),
  checkInsNeeded: z.int(),
}

export const acceptedInvitation = z.object({
  ...rewardAnswer,
  ...progress,
  /** Points I get when everything is done. */
  friendPoints: points,
})
export type AcceptedInvitation = z.output<typeof acceptedInvitation>

export const friend = z.object({
  ...progress,
  /** The friend's chosen name; null without one, or when they have left. */
  name: z.nullable(z.string()),
  joinedAt: time,
  /** When both were paid. */
  paidAt: z.nullable(time),
  /** What I got for it, or will get. */
  points,
})
export type Friend = z.output<typeof friend>

export const friends = z.object({
  /** To share: a person who signs up by it is my friend. */
  invitationUrl: z.string(),
  rewards: z.object({ inviterPoints: points, friendPoints: points, checkIns: z.int() }),
  totals: z.object({
    waiting: z.int(),
    underReview: z.int(),
    paid: z.int(),
    /** Points I got for friends so far. */
    points,
  }),
  month: z.object({ paid: z.int(), paidMax: z.int(), endsAt: time }),
  items: z.array(friend),
  nextCursor: z.nullable(z.string()),
})
export type Friends = z.output<typeof friends>

export const friendSchemas = {
  completeInvitation: {
    summary:
      'Says who invited me, within 30 days of signing up; both are paid when my profile is complete and I have checked in on seven days.',
    tag,
    body: z.object({ inviterShortId: z.string().check(z.minLength(1), z.maxLength(64)) }),
    errors: ['already_granted', 'reward_not_eligible', 'reward_inviter_unknown'],
    responses: { 200: acceptedInvitation },
  },
  listFriends: {
    summary: 'Whom I invited, newest first, each with what is still missing before we are both paid.',
    tag,
    query: z.object(pageQuery),
    responses: { 200: friends },
  },
} satisfies Record<string, EndpointSchemas>
