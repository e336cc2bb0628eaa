import { afterCheckIn, checkInOutcome, type Streak } from './check-in.ts'
import type { Economy } from './economy.ts'
import { reachedTier } from './reward-tier.ts'

/** What a thousand members are taken to do in a month of thirty days: a guess, stated so that it can be doubted. */
export const assumedMembers = {
  /** How many check in on so many days of seven, always the first of them. */
  checkIns: [
    { members: 100, daysOfSeven: 7 },
    { members: 200, daysOfSeven: 5 },
    { members: 300, daysOfSeven: 2 },
  ],
  /** How many hold enough crels for each tier of the holder prize, the lowest first; zero for further tiers. */
  holders: [200, 50, 5],
  /** Invitations that are completed. */
  friends: 30,
  /** New members who follow everything there is. */
  followers: 50,
  /** Shares that bring their clicks. */
  shares: 400,
} as const

/** What each reward costs a month, in points, for a thousand members; the season's prizes are for all members together. */
export type EconomyCost = {
  dailyCheckIn: number
  monthlyClaim: number
  holderPrize: number
  friendInvitation: number
  socialFollow: number
  socialShare: number
  seasonPrize: number
  total: number
}

/** What an economy costs by those assumptions: check-ins are played day by day, by the rules that pay them. */
export function economyCost(economy: Economy): EconomyCost {
  const { monthlyClaim, holderPrize, friendInvitation, socialFollow, socialShare, seasonPrize } = economy
  const groups = assumedMembers.checkIns.map(({ members, daysOfSeven }) => ({
    members,
    ...playedMonth(economy, daysOfSeven),
  }))
  const tierOf = (checkIns: number) =>
    reachedTier(monthlyClaim.tiers, checkIns, (tier) => tier.checkIns)?.points ?? 0
  // Who reaches a higher tier is paid that one alone.
  const holders = holderPrize.tiers.map(({ points }, at) => {
    const above = assumedMembers.holders[at + 1] ?? 0
    const reach = assumedMembers.holders[at] ?? 0
    return (at + 1 < holderPrize.tiers.length ? reach - above : reach) * points
  })
  const prizes = seasonPrize.ranks.map(
    ({ toRank, points }, at) => (toRank - (seasonPrize.ranks[at - 1]?.toRank ?? 0)) * points,
  )
  const cost = {
    dailyCheckIn: sum(groups.map(({ members, points }) => members * points)),
    monthlyClaim: sum(groups.map(({ members, checkIns }) => members * tierOf(checkIns))),
    holderPrize: sum(holders),
    friendInvitation:
      friendInvitation.paidMonthlyMax > 0
        ? assumedMembers.friends * (friendInvitation.inviterPoints + friendInvitation.friendPoints)
        : 0,
    socialFollow:
      assumedMembers.followers *
      socialFollow.points *
      socialFollow.platforms.filter(({ url }) => url !== null).length,
    socialShare: socialShare.paidDailyMax > 0 ? assumedMembers.shares * socialShare.points : 0,
    seasonPrize: sum(prizes),
  }
  return { ...cost, total: sum(Object.values(cost)) }
}

/** The second of two months of a member who checks in on the first days of each seven. */
function playedMonth(economy: Economy, daysOfSeven: number): { checkIns: number; points: number } {
  let streak: Streak = {
    zones: [{ zone: 'UTC', startsAt: 0 }],
    last: null,
    days: 0,
    boughtFreezes: 0,
    monthlyUsed: {},
  }
  let [checkIns, points] = [0, 0]
  for (let day = 0; day < 60; day += 1) {
    if (day % 7 >= daysOfSeven) continue
    const noon = Date.UTC(2026, 5, 1 + day, 12)
    const outcome = checkInOutcome(streak, noon, economy.checkIn)
    if (outcome.refusal) continue
    streak = afterCheckIn(streak, outcome, noon)
    if (day < 30) continue
    checkIns += 1
    points += outcome.points + outcome.bonusPoints
  }
  return { checkIns, points }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
