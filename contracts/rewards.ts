import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import type {
  CheckedIn,
  CheckInStatus,
  HolderPrizeStatus,
  MonthlyClaimStatus,
  PaidReward,
} from './rewards.responses.ts'

const tag = 'rewards'

export const dailyCheckIn = endpoint<CheckedIn>()({
  id: 'dailyCheckIn',
  method: 'POST',
  path: '/api/v1/gamification/daily-check-in',
  access: 'bearer',
  summary: 'Checks in for today, where the member is, once a date.',
  tag,
  body: z.object({}),
  bodyOptional: true,
  errors: ['already_granted', 'reward_too_soon'],
  idempotent: true,
})

export const getDailyCheckIn = endpoint<CheckInStatus>()({
  id: 'getDailyCheckIn',
  method: 'GET',
  path: '/api/v1/gamification/daily-check-in',
  access: 'bearer',
  summary: 'My streak, freezes and calendar, and what the next check-in pays.',
  tag,
  query: z.object({
    /** Which month of the calendar; the present one where the member is unless given. */
    month: z.optional(z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))),
    /** Of the browser: it counts before the first check-in of a member whose profile has none. */
    timeZone: z.optional(z.string().check(z.maxLength(60))),
  }),
})

export const monthlyClaim = endpoint<PaidReward>()({
  id: 'monthlyClaim',
  method: 'POST',
  path: '/api/v1/gamification/monthly-claim',
  access: 'bearer',
  summary: 'Claims the points for the check-ins of the month before, once a month (UTC).',
  tag,
  body: z.object({}),
  bodyOptional: true,
  errors: ['already_granted', 'reward_not_eligible'],
  idempotent: true,
})

export const getMonthlyClaim = endpoint<MonthlyClaimStatus>()({
  id: 'getMonthlyClaim',
  method: 'GET',
  path: '/api/v1/gamification/monthly-claim',
  access: 'bearer',
  summary: 'What I can claim this month, and how far I am for the next.',
  tag,
})

export const holderPrize = endpoint<PaidReward>()({
  id: 'holderPrize',
  method: 'POST',
  path: '/api/v1/gamification/holder-prize',
  access: 'bearer',
  summary: 'Claims the points for crels held over the last days, once a month (UTC).',
  tag,
  body: z.object({}),
  bodyOptional: true,
  errors: ['already_granted', 'reward_too_soon', 'reward_not_eligible'],
  idempotent: true,
})

export const getHolderPrize = endpoint<HolderPrizeStatus>()({
  id: 'getHolderPrize',
  method: 'GET',
  path: '/api/v1/gamification/holder-prize',
  access: 'bearer',
  summary: 'The fewest crels I held over the last days, and what that is worth.',
  tag,
})
