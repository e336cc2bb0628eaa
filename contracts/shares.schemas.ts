import * as z from 'zod/mini'
import { campaignName } from './campaigns.schemas.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { pageQuery } from './paging.ts'
import { rewardAnswer } from './reward-answer.schemas.ts'
import { date, points, time } from './shapes.ts'

const tag = 'rewards'

/** A campaign shared to a network on a day. */
const share = {
  network: z.string(),
  /** `publicName` is what buyers read: brand and product. */
  campaign: z.extend(campaignName, { publicName: z.string() }),
  /** Of the share, in UTC. */
  day: date,
  /** To be shared, unless it is stopped. */
  url: z.string(),
  /** The link leads nowhere any more: its member left, was removed or blocked, or it leads to a blocked host. */
  isStopped: z.boolean(),
  state: z.enum(['waiting', 'paid', 'ended']),
  /** Why it has ended, or waits although enough have come; in snake_case. */
  reason: z.nullable(z.string()),
  /** Different visitors so far; the member's own devices are none. */
  clicks: z.int(),
  /** Visitors of an address, network or data centre of which no more are counted. */
  alike: z.int(),
  clicksNeeded: z.int(),
  /** What it paid, or will pay. */
  points,
  sharedAt: time,
  /** Until when visitors are counted. */
  closesAt: time,
  /** When it is paid at the soonest, where it waits for another day. */
  until: z.nullable(time),
  paidAt: z.nullable(time),
}

export const socialShareItem = z.object(share)
export type SocialShareItem = z.output<typeof socialShareItem>

export const sharedCampaign = z.object({ ...rewardAnswer, share: socialShareItem })
export type SharedCampaign = z.output<typeof sharedCampaign>

export const socialShares = z.object({
  rewards: z.object({ points, clicks: z.int(), days: z.int() }),
  /** How many shares were paid today (UTC). */
  today: z.object({ paid: z.int(), paidMax: z.int(), endsAt: time }),
  totals: z.object({
    waiting: z.int(),
    paid: z.int(),
    /** Points I got for shares so far. */
    points,
  }),
  items: z.array(socialShareItem),
  nextCursor: z.nullable(z.string()),
})
export type SocialShares = z.output<typeof socialShares>

export const shareSchemas = {
  socialShare: {
    summary:
      'Makes my link for sharing a campaign to a network today; it pays when enough different people have come by it.',
    tag,
    body: z.object({
      /** One of `x`, `facebook`, `whatsapp`, `telegram`, `linkedin`, `threads`, `bluesky`, `reddit`, `pinterest`. */
      network: z.string().check(z.minLength(1), z.maxLength(40)),
      campaignId: z.string().check(z.minLength(1), z.maxLength(64)),
    }),
    errors: ['already_granted', 'reward_network_unknown', 'reward_campaign_unknown', 'reward_not_eligible'],
    responses: { 200: sharedCampaign },
  },
  listSocialShares: {
    summary: 'What I shared, newest first: how many came by each link, and whether it was paid or why not.',
    tag,
    query: z.object(pageQuery),
    responses: { 200: socialShares },
  },
} satisfies Record<string, EndpointSchemas>
