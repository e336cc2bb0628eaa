import { endpoint } from './endpoint.ts'
import type { gamificationSchemas } from './gamification.schemas.ts'

export const followPlatform = endpoint<typeof gamificationSchemas.followPlatform>()({
  id: 'followPlatform',
  method: 'POST',
  path: '/api/v1/gamification/social-follow',
  access: 'bearer',
  idempotent: true,
})

export const getGamification = endpoint<typeof gamificationSchemas.getGamification>()({
  id: 'getGamification',
  method: 'GET',
  path: '/api/v1/gamification',
  access: 'bearer',
})

export const getPublicGamification = endpoint<typeof gamificationSchemas.getPublicGamification>()({
  id: 'getPublicGamification',
  method: 'GET',
  path: '/api/v1/gamification/public',
  access: 'public',
})

export const listMoments = endpoint<typeof gamificationSchemas.listMoments>()({
  id: 'listMoments',
  method: 'GET',
  path: '/api/v1/gamification/moments',
  access: 'bearer',
})

export const celebrateMoment = endpoint<typeof gamificationSchemas.celebrateMoment>()({
  id: 'celebrateMoment',
  method: 'POST',
  path: '/api/v1/gamification/moments',
  access: 'bearer',
  idempotent: true,
})

export const listRewards = endpoint<typeof gamificationSchemas.listRewards>()({
  id: 'listRewards',
  method: 'GET',
  path: '/api/v1/rewards',
  access: 'bearer',
})
