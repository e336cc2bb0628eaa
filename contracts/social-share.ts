import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { pageQuery } from './paging.ts'
import type { SharedCampaign, SocialShares } from './social-share.responses.ts'

const tag = 'rewards'

/** Networks that take a link by an address of theirs. */
export const shareNetworks = [
  'x',
  'facebook',
  'whatsapp',
  'telegram',
  'linkedin',
  'threads',
  'bluesky',
  'reddit',
  'pinterest',
] as const
export type ShareNetwork = (typeof shareNetworks)[number]

/** Asked again on the same day it answers the same link; once that is paid, that it was. */
export const socialShare = endpoint<SharedCampaign>()({
  id: 'socialShare',
  method: 'POST',
  path: '/api/v1/gamification/social-share',
  access: 'bearer',
  summary:
    'Makes my link for sharing a campaign to a network today; it pays when enough different people have come by it.',
  tag,
  body: z.object({
    /** One of `x`, `facebook`, `whatsapp`, `telegram`, `linkedin`, `threads`, `bluesky`, `reddit`, `pinterest`. */
    network: z.string().check(z.minLength(1), z.maxLength(40)),
    campaignId: z.string().check(z.minLength(1), z.maxLength(64)),
  }),
  errors: ['already_granted', 'reward_network_unknown', 'reward_campaign_unknown', 'reward_not_eligible'],
  idempotent: true,
})

export const listSocialShares = endpoint<SocialShares>()({
  id: 'listSocialShares',
  method: 'GET',
  path: '/api/v1/gamification/social-share',
  access: 'bearer',
  summary: 'What I shared, newest first: how many came by each link, and whether it was paid or why not.',
  tag,
  query: z.object(pageQuery),
})
