import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { rewardAnswer } from './reward-answer.schemas.ts'
import { crels, date, points, time } from './shapes.ts'

const tag = 'rewards'

/** What the monthly claim and the holder prize answer. */
export const paidReward = z.object(rewardAnswer)
export type PaidReward = z.output<typeof paidReward>

const freezes = z.object({
  /** Of this month where the member is; they do not carry over. */
  monthly: z.int(),
  bought: z.int(),
})

export const checkedIn = z.object({
  ...rewardAnswer,
  /** Where the member is. */
  date,
  /** Consecutive dates, this one included. */
  streak: z.int(),
  longestStreak: z.int(),
  /** The part of `granted` that this day of the streak pays extra. */
  bonusPoints: points,
  /** The part of `granted` that a boost added. */
  boostPoints: points,
  /** Missed dates that freezes covered now. */
  frozenDates: z.array(date),
  freezes,
})
export type CheckedIn = z.output<typeof checkedIn>

export const checkInStatus = z.object({
  /** Where the member is now. */
  date,
  timeZone: z.string(),
  /** The zone that begins at the next midnight or later, once it was changed in the profile. */
  nextTimeZone: z.nullable(
    z.object({
      timeZone: z.string(),
      startsAt: time,
      /** The first check-in there comes at least so many hours after the last one before. */
      hoursApart: z.int(),
    }),
  ),
  isCheckedIn: z.boolean(),
  /** When the next check-in is possible; null when it is now. */
  nextAt: z.nullable(time),
  /** When today ends where the member is. */
  dayEndsAt: time,
  /** Consecutive dates as they are now: 0 once too many were missed. */
  streak: z.int(),
  longestStreak: z.int(),
  /** All there ever were. */
  checkIns: z.int(),
  /** The days of the streak that was lost with the last missed date; 0 where none was. */
  lostStreak: z.int(),
  /** Missed dates that the next check-in would cover. */
  datesToFreeze: z.array(date),
  freezes,
  /** The next check-in. */
  next: z.object({ streak: z.int(), points, bonusPoints: points }),
  /** The one after that, on the day after it. */
  afterNext: z.object({ streak: z.int(), points, bonusPoints: points }),
  /** The next day of the streak that pays extra. */
  nextBonus: z.object({ streak: z.int(), bonusPoints: points }),
  /** Seven days of the streak around the next one: those taken with what they paid, the others with what they will. */
  strip: z.array(
    z.object({
      streak: z.int(),
      date,
      points,
      bonusPoints: points,
      state: z.enum(['checked', 'next', 'later']),
    }),
  ),
  /** The dates of the month, and the week before it. */
  month: z.string(),
  days: z.array(
    z.object({
      date,
      state: z.enum(['checked', 'frozen']),
      /** What it paid, with what it paid extra. */
      points,
      bonusPoints: points,
      /** Of the ledger, as in the history of points; null for a frozen date. */
      transactionId: z.nullable(z.string()),
    }),
  ),
})
export type CheckInStatus = z.output<typeof checkInStatus>

/** A grant that was made in the period. */
const claimed = z.nullable(z.object({ points, at: time, transactionId: z.string() }))

const claimTier = z.object({ checkIns: z.int(), points })
export const monthlyClaimStatus = z.object({
  /** The month in which to claim, `YYYY-MM` in UTC, and its end. */
  month: z.string(),
  closesAt: time,
  /** From when the next month's is open: its end, or later where the month ends later for the member. */
  nextOpensAt: time,
  /** The month before, whose check-ins count. */
  countedMonth: z.string(),
  /** It is not over where the member is, and a check-in still counts: until then. Null when none does. */
  countedMonthEndsAt: z.nullable(time),
  checkIns: z.int(),
  tiers: z.array(claimTier),
  /** What the check-ins are worth; null when they are too few. */
  tier: z.nullable(claimTier),
  claimed,
  /**
   * Why it cannot be claimed now. `month_open`: a check-in of the month that counts may still be taken, until
   * `countedMonthEndsAt`. `profile_incomplete` comes before it where a tier is reached. `first_month`: the account is of this month, so there is no month to count yet.
   */
  refusal: z.nullable(
    z.enum(['claimed', 'month_open', 'first_month', 'too_few_check_ins', 'profile_incomplete']),
  ),
  /** For the claim of next month: the check-ins of this one so far. */
  thisMonthCheckIns: z.int(),
  /** How many dates of it may still be checked in, where the member is. */
  thisMonthDaysLeft: z.int(),
})
export type MonthlyClaimStatus = z.output<typeof monthlyClaimStatus>

const holderTier = z.object({ crels, points })
export const holderPrizeStatus = z.object({
  /** `YYYY-MM` in UTC. */
  month: z.string(),
  /** The lowest balance over so many days, crels reserved for a redemption included. */
  crelsMin: crels,
  windowDays: z.int(),
  /** The balance now. */
  crelsNow: crels,
  tiers: z.array(holderTier),
  tier: z.nullable(holderTier),
  /** Since when as many as the lowest tier asks for have been held without a break, or longer; null when fewer are. */
  heldSince: z.nullable(time),
  claimed,
  refusal: z.nullable(z.enum(['claimed', 'too_soon', 'too_few_crels', 'account_too_young'])),
  /** When it may be possible; null when it is possible now, or when the time is unknown. */
  nextAt: z.nullable(time),
})
export type HolderPrizeStatus = z.output<typeof holderPrizeStatus>

export const rewardSchemas = {
  dailyCheckIn: {
    summary: 'Checks in for today, where the member is, once a date.',
    tag,
    body: z.object({}),
    bodyOptional: true,
    errors: ['already_granted', 'reward_too_soon'],
    responses: { 200: checkedIn },
  },
  getDailyCheckIn: {
    summary: 'My streak, freezes and calendar, and what the next check-in pays.',
    tag,
    query: z.object({
      /** Which month of the calendar; the present one where the member is unless given. */
      month: z.optional(z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))),
      /** Of the browser: it counts before the first check-in of a member whose profile has none. */
      timeZone: z.optional(z.string().check(z.maxLength(60))),
    }),
    responses: { 200: checkInStatus },
  },
  getStreakCard: {
    summary: 'My streak as a picture to share, 1080 × 1350; `not_found` while there is none.',
    tag,
    answerType: 'image/png',
    errors: ['not_found'],
    ratePerMinute: 20,
    responses: { 200: null },
  },
  monthlyClaim: {
    summary: 'Claims the points for the check-ins of the month before, once a month (UTC).',
    tag,
    body: z.object({}),
    bodyOptional: true,
    errors: ['already_granted', 'reward_not_eligible'],
    responses: { 200: paidReward },
  },
  getMonthlyClaim: {
    summary: 'What I can claim this month, and how far I am for the next.',
    tag,
    responses: { 200: monthlyClaimStatus },
  },
  holderPrize: {
    summary: 'Claims the points for crels held over the last days, once a month (UTC).',
    tag,
    body: z.object({}),
    bodyOptional: true,
    errors: ['already_granted', 'reward_too_soon', 'reward_not_eligible'],
    responses: { 200: paidReward },
  },
  getHolderPrize: {
    summary: 'The fewest crels I held over the last days, and what that is worth.',
    tag,
    responses: { 200: holderPrizeStatus },
  },
} satisfies Record<string, EndpointSchemas>
