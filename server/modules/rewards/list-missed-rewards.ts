import type { Rewards } from '#contracts/gamification.schemas.ts'
import { monthAfter, monthStarts } from '#rules/reward-tier.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { awardedPeriods } from '#server/modules/ledger/public.ts'
import { monthlyClaimProgram } from './monthly-claim.ts'
import { missedInvitations } from '#server/modules/friends/public.ts'
import { missedShares } from '#server/modules/shares/public.ts'
import { checkInMonths } from './streak-queries.ts'

type Missed = Rewards['missed']

/** The newest months that are listed. */
const missedMax = 20

/**
 * What a member did not get and cannot get any more, newest first, each with why and since when: invitations that were
 * refused or have ended, shares that closed unpaid, and monthly claims that were not taken while they were open.
 */
export async function listMissedRewards(db: Db, actor: Pick<MemberActor, 'uid' | 'party'>): Promise<Missed> {
  const missed = [
    ...(await missedInvitations(db, actor)),
    ...(await missedShares(db, actor)),
    ...(await missedClaims(db, actor.party)),
  ]
  return missed.toSorted((one, other) => other.at.localeCompare(one.at))
}

/** Months with enough check-ins for the lowest tier of today's settings, whose claim is over and was not made. */
async function missedClaims(db: Db, party: string): Promise<Missed> {
  const { monthlyClaim } = await currentEconomy(db)
  const lowest = monthlyClaim.tiers[0]?.checkIns
  if (lowest === undefined) return []
  const now = (await databaseNow(db)).getTime()
  const counted = await checkInMonths(db, party, {
    before: monthAfter(now, -1),
    atLeast: lowest,
    limit: missedMax,
  })
  const claimed = await awardedPeriods(db, party, monthlyClaimProgram)
  return counted
    .map((month) => ({ month, start: Date.parse(`${month}-01T00:00:00Z`) }))
    .filter(({ start }) => !claimed.has(monthAfter(start, 1)))
    .map(({ month, start }) => ({
      reward: 'monthly-claim',
      reason: 'not_claimed',
      at: new Date(monthStarts(start, 2)).toISOString(),
      name: null,
      month,
    }))
}
