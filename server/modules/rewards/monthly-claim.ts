import type { MonthlyClaimStatus, PaidReward } from '#contracts/rewards.schemas.ts'
import { monthAfter, monthStarts, reachedTier } from '#rules/reward-tier.ts'
import { m } from '#messages'
import { memberProfile, requireActing } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { balances } from '#server/modules/ledger/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import type { Problem } from '#server/platform/http/problems.ts'
import { grantedAward } from '#server/modules/ledger/public.ts'
import { payReward } from '#server/modules/points/public.ts'
import { refuseReward } from '#server/modules/points/public.ts'
import { countCheckIns } from './streak-queries.ts'
import { lockRewards } from '#server/modules/points/public.ts'

/** What the ledger and the history call it. */
export const monthlyClaimProgram = 'monthly-claim'

type Actor = Pick<MemberActor, 'uid' | 'party'>

/** What a member can claim this month (UTC) for the check-ins of the month before, or why not. */
export async function monthlyClaimStatus(db: Db, { uid, party }: Actor): Promise<MonthlyClaimStatus> {
  const { monthlyClaim } = await currentEconomy(db)
  const profile = await memberProfile(db, uid)
  const now = (await databaseNow(db)).getTime()
  const [month, countedMonth] = [monthAfter(now), monthAfter(now, -1)]
  const [checkIns = 0, thisMonthCheckIns = 0] = await countCheckIns(db, party, [countedMonth, month])
  const claimed = await grantedAward(db, party, monthlyClaimProgram, month)
  const isFirstMonth = profile !== undefined && profile.createdAt.getTime() >= monthStarts(now)
  const tier = reachedTier(monthlyClaim.tiers, checkIns, (one) => one.checkIns)
  return {
    month,
    closesAt: new Date(monthStarts(now, 1)).toISOString(),
    countedMonth,
    checkIns,
    tiers: [...monthlyClaim.tiers],
    tier,
    claimed,
    refusal: claimed
      ? 'claimed'
      : !tier
        ? isFirstMonth
          ? 'first_month'
          : 'too_few_check_ins'
        : profile?.isComplete
          ? null
          : 'profile_incomplete',
    thisMonthCheckIns,
  }
}

/** Claims this month's points, once. Throws `already_granted` and `reward_not_eligible`. */
export async function claimMonthly(tx: Tx, actor: Actor): Promise<PaidReward> {
  await requireActing(tx, actor.uid)
  await lockRewards(tx, actor.party)
  const status = await monthlyClaimStatus(tx, actor)
  if (status.refusal) throw await refusalOf(tx, actor, status)
  const { party } = actor
  const granted = status.tier!.points
  await payReward(tx, { party, program: monthlyClaimProgram, period: status.month, points: granted })
  return { granted, balance: (await balances(tx, party)).points, nextAt: status.closesAt }
}

async function refusalOf(
  tx: Tx,
  { party }: Actor,
  { refusal, closesAt, checkIns, tiers }: MonthlyClaimStatus,
): Promise<Problem> {
  const next = Date.parse(closesAt)
  if (refusal === 'claimed')
    return await refuseReward(tx, party, 'already_granted', m.server_monthly_claim_claimed(), next)
  if (refusal === 'profile_incomplete')
    return await refuseReward(tx, party, 'reward_not_eligible', m.server_monthly_claim_profile(), null)
  if (refusal === 'first_month') {
    const detail = m.server_monthly_claim_first_month()
    return await refuseReward(tx, party, 'reward_not_eligible', detail, next)
  }
  const detail = m.server_monthly_claim_too_few({ checkIns, needed: tiers[0]?.checkIns ?? 0 })
  return await refuseReward(tx, party, 'reward_not_eligible', detail, next)
}
