import { endpoint } from './endpoint.ts'
import type { rewardSchemas } from './rewards.schemas.ts'

export const dailyCheckIn = endpoint<typeof rewardSchemas.dailyCheckIn>()({
  id: 'dailyCheckIn',
  method: 'POST',
  path: '/api/v1/gamification/daily-check-in',
  access: 'bearer',
  idempotent: true,
})

export const getDailyCheckIn = endpoint<typeof rewardSchemas.getDailyCheckIn>()({
  id: 'getDailyCheckIn',
  method: 'GET',
  path: '/api/v1/gamification/daily-check-in',
  access: 'bearer',
})

export const getStreakCard = endpoint<typeof rewardSchemas.getStreakCard>()({
  id: 'getStreakCard',
  method: 'GET',
  path: '/api/v1/gamification/streak-card',
  access: 'bearer',
})

export const monthlyClaim = endpoint<typeof rewardSchemas.monthlyClaim>()({
  id: 'monthlyClaim',
  method: 'POST',
  path: '/api/v1/gamification/monthly-claim',
  access: 'bearer',
  idempotent: true,
})

export const getMonthlyClaim = endpoint<typeof rewardSchemas.getMonthlyClaim>()({
  id: 'getMonthlyClaim',
  method: 'GET',
  path: '/api/v1/gamification/monthly-claim',
  access: 'bearer',
})

export const holderPrize = endpoint<typeof rewardSchemas.holderPrize>()({
  id: 'holderPrize',
  method: 'POST',
  path: '/api/v1/gamification/holder-prize',
  access: 'bearer',
  idempotent: true,
})

export const getHolderPrize = endpoint<typeof rewardSchemas.getHolderPrize>()({
  id: 'getHolderPrize',
  method: 'GET',
  path: '/api/v1/gamification/holder-prize',
  access: 'bearer',
})
