import type { Rewards } from '#contracts/gamification.schemas.ts'
import { monthAfter, monthStarts } from '#rules/reward-tier.ts'
import { memberProfile } from '#server/modules/accounts/public.ts'
import { campaignTitles } from '#server/modules/campaigns/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { awardedPeriods } from './award-queries.ts'
import { findInvitation, unpaidInvitationsOf, type InvitationRow } from './invitation-queries.ts'
import { monthlyClaimProgram } from './monthly-claim.ts'
import { endedSharesOf } from './share-queries.ts'
import { checkInMonths } from './streak-queries.ts'

type Missed = Rewards['missed']

/** The newest of each kind that are listed. */
const missedMax = 20

/**
 * What a member did not get and cannot get any more, newest first, each with why and since when: invitations that were
 * refused or have ended, shares that closed unpaid, and monthly claims that were not taken while they were open.
 */
export async function listMissedRewards(
  db: Db,
  { uid, party }: Pick<MemberActor, 'uid' | 'party'>,
): Promise<Missed> {
  const missed = [
    ...(await missedInvitations(db, uid)),
    ...(await missedShares(db, uid)),
    ...(await missedClaims(db, party)),
  ]
  return missed.toSorted((one, other) => other.at.localeCompare(one.at))
}

async function missedInvitations(db: Db, uid: string): Promise<Missed> {
  const missed = (
    reward: 'friend-invitation' | 'friend-welcome',
    row: InvitationRow,
    name: string | null,
  ) => ({
    reward,
    // The operator's own word for it is for operators.
    reason: row.state === 'refused' ? 'refused' : row.reason!,
    at: row.decidedAt!.toISOString(),
    name,
    month: null,
  })
  const mine = await findInvitation(db, uid)
  const isMissed = mine?.state === 'refused' || mine?.state === 'ended'
  const friends = await unpaidInvitationsOf(db, uid, missedMax)
  return [
    ...(mine && isMissed ? [missed('friend-welcome', mine, null)] : []),
    ...(await Promise.all(
      friends.map(async (row) =>
        missed('friend-invitation', row, (await memberProfile(db, row.friendUid))?.displayName ?? null),
      ),
    )),
  ]
}

async function missedShares(db: Db, uid: string): Promise<Missed> {
  const shares = await endedSharesOf(db, uid, missedMax)
  const campaigns = await campaignTitles(
    db,
    shares.map(({ campaignId }) => campaignId),
  )
  return shares.map(({ campaignId, reason, decidedAt }) => ({
    reward: 'social-share',
    reason: reason!,
    at: decidedAt!.toISOString(),
    name: campaigns.get(campaignId)?.title ?? null,
    month: null,
  }))
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
