import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import type { FollowedPlatform, Gamification, PublicGamification, Rewards } from './gamification.responses.ts'
import { pageQuery } from './paging.ts'

const tag = 'rewards'

export const followPlatform = endpoint<FollowedPlatform>()({
  id: 'followPlatform',
  method: 'POST',
  path: '/api/v1/gamification/social-follow',
  access: 'bearer',
  summary: 'Claims the points for following this site on a platform, once a platform.',
  tag,
  body: z.object({ platform: z.string().check(z.minLength(1), z.maxLength(40)) }),
  errors: ['already_granted', 'reward_platform_unknown'],
  idempotent: true,
})

export const getGamification = endpoint<Gamification>()({
  id: 'getGamification',
  method: 'GET',
  path: '/api/v1/gamification',
  access: 'bearer',
  summary: 'My level, badges and streak, how every reward stands, and the best thing to do next.',
  tag,
})

export const getPublicGamification = endpoint<PublicGamification>()({
  id: 'getPublicGamification',
  method: 'GET',
  path: '/api/v1/gamification/public',
  access: 'public',
  summary: 'What the community has done so far, and what each level and reward asks.',
  tag,
})

export const listRewards = endpoint<Rewards>()({
  id: 'listRewards',
  method: 'GET',
  path: '/api/v1/rewards',
  access: 'bearer',
  summary:
    'What I can claim now, what is pending with why and until when, and everything I was granted, newest first.',
  tag,
  query: z.object(pageQuery),
})
