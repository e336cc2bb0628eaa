import * as rewards from '#contracts/rewards.endpoints.ts'
import { bind } from '#server/platform/http/bind.ts'
import type { Rewards } from '#contracts/gamification.schemas.ts'
import { problem } from '#server/platform/http/problems.ts'
import { grantPoints, lockRewards, refuseReward, type Reward } from '#server/modules/points/public.ts'
import { describeMonth } from './describe-month.ts'
import type { MonthlyClaimStatus, PaidReward } from '#contracts/rewards.schemas.ts'
import { claimGoal, claimOpensAt } from '#rules/monthly-claim.ts'
import { reachedTier, tierGoal } from '#rules/reward-tier.ts'
import { utcMonth, utcMonthName } from '#rules/utc-months.ts'
import { m } from '#messages'
import { memberProfile, requireActing } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { balances } from '#server/modules/ledger/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import type { Problem } from '#server/platform/http/problems.ts'
import { awardedPeriods, grantedAward } from '#server/modules/ledger/public.ts'
import { datesLeftIn, datesToTakeIn, nextDateToTake } from '#rules/check-in.ts'
import { checkInMonths, countCheckIns, streakFacts } from './streak-queries.ts'

const program = 'monthly-claim'

/** The newest missed months that are listed. */
const missedMax = 20

/** The points of a month, by the check-ins of the month before. */
export const monthlyReward = {
  programs: [program],
  routes: () => [
    bind(rewards.monthlyClaim, ({ actor, transaction }) => transaction((tx) => claimMonthly(tx, actor))),
    bind(rewards.getMonthlyClaim, ({ db, actor }) => monthlyClaimStatus(db, actor)),
  ],
  status: async (db, member) => {
    const { status, nextAt } = await claimNow(db, member)
    const { tier, refusal, closesAt } = status
    const points = tier?.points ?? null
    const isComplete = (await memberProfile(db, member.uid))?.isComplete ?? false
    return {
      view: { monthlyClaim: { points, refusal, closesAt } },
      next: {
        monthlyClaim: refusal === null ? points : null,
        behindProfile: isComplete ? null : (points ?? 0),
      },
      claimable:
        refusal === null && points !== null
          ? [{ reward: program, points, platform: null, until: closesAt }]
          : [],
      pending: refusal
        ? [
            {
              reward: program,
              points: refusal === 'claimed' ? null : points,
              reason: refusal,
              until: refusal === 'profile_incomplete' ? null : nextAt,
              name: null,
            },
          ]
        : [],
    }
  },
  missed: async (db, { party }) => await missedClaims(db, party),
  describe: describeMonth,
} satisfies Reward

type Actor = Pick<MemberActor, 'uid' | 'party'>

/** What a member can claim this month (UTC) for the check-ins of the month before, or why not. */
export async function monthlyClaimStatus(db: Db, actor: Actor): Promise<MonthlyClaimStatus> {
  return (await claimNow(db, actor)).status
}

/** That, and when a claim is possible next. */
async function claimNow(
  db: Db,
  { uid, party }: Actor,
): Promise<{ status: MonthlyClaimStatus; nextAt: string }> {
  const { monthlyClaim, checkIn } = await currentEconomy(db)
  const profile = await memberProfile(db, uid)
  const streak = await streakFacts(db, party, profile?.timeZone ?? null)
  const { now, zones } = streak
  const [month, countedMonth] = [utcMonthName(now), utcMonthName(now, -1)]
  const [checkIns = 0, thisMonthCheckIns = 0] = await countCheckIns(db, party, [countedMonth, month])
  const claimed = await grantedAward(db, party, program, month)
  const isFirstMonth = profile !== undefined && profile.createdAt.getTime() >= utcMonth(now)
  const asks = (tier: { checkIns: number }) => tier.checkIns
  const tier = reachedTier(monthlyClaim.tiers, checkIns, asks)
  // West of UTC the month that counts is not over when the claim's begins.
  const left = datesToTakeIn(countedMonth, streak, now, checkIn)
  const goal = tierGoal(monthlyClaim.tiers, { count: checkIns, daysLeft: left.count, asks })
  const isMonthOpen = left.count > 0 && goal.state !== 'out_of_reach'
  const isComplete = profile?.isComplete ?? false
  const opensAt = (months: number) =>
    new Date(claimOpensAt(utcMonthName(now, months), zones.at(-1)!.zone)).toISOString()
  const status: MonthlyClaimStatus = {
    month,
    closesAt: new Date(utcMonth(now, 1)).toISOString(),
    nextOpensAt: opensAt(1),
    countedMonth,
    countedMonthEndsAt: isMonthOpen ? new Date(left.endsAt!).toISOString() : null,
    checkIns,
    tiers: [...monthlyClaim.tiers],
    tier,
    claimed,
    refusal: claimed
      ? 'claimed'
      : tier && !isComplete
        ? 'profile_incomplete'
        : isMonthOpen
          ? 'month_open'
          : tier
            ? null
            : isFirstMonth
              ? 'first_month'
              : 'too_few_check_ins',
    thisMonthCheckIns,
    thisMonthDaysLeft: datesLeftIn(month, nextDateToTake(streak)),
  }
  return { status, nextAt: nextClaimAt(status, opensAt(2)) }
}

/** Claims this month's points, once. Throws `already_granted` and `reward_not_eligible`. */
export async function claimMonthly(tx: Tx, actor: Actor): Promise<PaidReward> {
  await requireActing(tx, actor.uid)
  await lockRewards(tx, actor.party)
  const { status, nextAt } = await claimNow(tx, actor)
  if (status.refusal) throw await refusalOf(tx, actor, status, nextAt)
  const { party } = actor
  const granted = status.tier!.points
  const award = { party, program, period: status.month, points: granted, at: await databaseNow(tx) } as const
  if (!(await grantPoints(tx, award)).granted) throw problem('conflict')
  return { granted, balance: (await balances(tx, party)).points, nextAt: status.nextOpensAt }
}

async function refusalOf(
  tx: Tx,
  { party }: Actor,
  { refusal, checkIns, tiers }: MonthlyClaimStatus,
  nextAt: string,
): Promise<Problem> {
  const next = Date.parse(nextAt)
  if (refusal === 'claimed')
    return await refuseReward(tx, party, 'already_granted', m.server_monthly_claim_claimed(), next)
  if (refusal === 'month_open')
    return await refuseReward(tx, party, 'reward_not_eligible', m.server_monthly_claim_month_open(), next)
  if (refusal === 'profile_incomplete')
    return await refuseReward(tx, party, 'reward_not_eligible', m.server_monthly_claim_profile(), null)
  if (refusal === 'first_month') {
    const detail = m.server_monthly_claim_first_month()
    return await refuseReward(tx, party, 'reward_not_eligible', detail, next)
  }
  const detail = m.server_monthly_claim_too_few({ checkIns, needed: tiers[0]?.checkIns ?? 0 })
  return await refuseReward(tx, party, 'reward_not_eligible', detail, next)
}

/**
 * When a claim is possible next: for the month that still counts, for this month's check-ins, or for the next one's where
 * the days left are too few, which is open from `afterNextOpensAt`.
 */
function nextClaimAt(status: MonthlyClaimStatus, afterNextOpensAt: string): string {
  const { nextOpensAt, countedMonthEndsAt, refusal } = status
  if (refusal === 'month_open') return countedMonthEndsAt!
  return claimGoal(status).state === 'out_of_reach' ? afterNextOpensAt : nextOpensAt
}

/** Months with enough check-ins for the lowest tier of today's settings, whose claim is over and was not made. */
async function missedClaims(db: Db, party: string): Promise<Rewards['missed']> {
  const { monthlyClaim } = await currentEconomy(db)
  const lowest = monthlyClaim.tiers[0]?.checkIns
  if (lowest === undefined) return []
  const now = (await databaseNow(db)).getTime()
  const counted = await checkInMonths(db, party, {
    before: utcMonthName(now, -1),
    atLeast: lowest,
    limit: missedMax,
  })
  const claimed = await awardedPeriods(db, party, program)
  return counted
    .map((month) => ({ month, start: Date.parse(`${month}-01T00:00:00Z`) }))
    .filter(({ start }) => !claimed.has(utcMonthName(start, 1)))
    .map(({ month, start }) => ({
      reward: 'monthly-claim',
      reason: 'not_claimed',
      at: new Date(utcMonth(start, 2)).toISOString(),
      name: null,
      month,
    }))
}
