import { checkInPoints } from './check-in.ts'
import type { Economy } from './economy.ts'
import { parseRate } from './exchange.ts'
import { reachedTier } from './reward-tier.ts'

/** What members did in a window, as far as rewards are paid for it: counted, with nobody's name. */
export type RewardActivity = {
  /** Check-ins by how long the streak was with them. */
  checkIns: readonly { days: number; count: number }[]
  /** Monthly claims by the check-ins of the month before. */
  monthlyClaims: readonly { checkIns: number; count: number }[]
  /** Holder prizes by what was paid. */
  holderPrizes: readonly { points: number; count: number }[]
  /** Invitations that were paid. */
  friends: number
  follows: number
  shares: number
  /** Seasons that were paid, by how many places had a prize. */
  seasons: readonly { places: number }[]
}

/** Points of a window by reward. */
export type ReplayedRewards = {
  dailyCheckIn: number
  monthlyClaim: number
  holderPrize: number
  friendInvitation: number
  socialFollow: number
  socialShare: number
  seasonPrize: number
  total: number
}

/**
 * What the activity of a window pays by some settings: the same check-ins, claims, friends, follows and shares as really
 * happened. Nobody is taken to do more or less for it. Of a holder prize only the tier is known that it was paid by, so
 * `paidBy`, the settings in force, say how many crels that was at least; a season pays as many places as it did, or all
 * of the new ones where all of `paidBy` were taken. Source: docs/economy.md, Settings and what they cost.
 */
export function replayRewards(activity: RewardActivity, economy: Economy, paidBy: Economy): ReplayedRewards {
  const { monthlyClaim, holderPrize, friendInvitation, socialFollow, socialShare, seasonPrize } = economy
  const dailyCheckIn = sum(
    activity.checkIns.map(({ days, count }) => {
      const { points, bonusPoints } = checkInPoints(days, economy.checkIn)
      return count * (points + bonusPoints)
    }),
  )
  const claims = activity.monthlyClaims.map(
    ({ checkIns, count }) =>
      count * (reachedTier(monthlyClaim.tiers, checkIns, (tier) => tier.checkIns)?.points ?? 0),
  )
  const prizes = activity.holderPrizes.map(({ points, count }) => {
    const held = paidBy.holderPrize.tiers.find((tier) => tier.points === points)?.crels
    // Paid by settings of before: it stays what it was.
    if (held === undefined) return count * points
    return count * (reachedTier(holderPrize.tiers, held, ({ crels }) => crels)?.points ?? 0)
  })
  const replayed = {
    dailyCheckIn,
    monthlyClaim: sum(claims),
    holderPrize: sum(prizes),
    friendInvitation: activity.friends * (friendInvitation.inviterPoints + friendInvitation.friendPoints),
    socialFollow: activity.follows * socialFollow.points,
    socialShare: socialShare.paidDailyMax > 0 ? activity.shares * socialShare.points : 0,
    seasonPrize: sum(
      activity.seasons.map(({ places }) =>
        seasonPoints(seasonPrize, places >= placesOf(paidBy.seasonPrize) ? Infinity : places),
      ),
    ),
  }
  return { ...replayed, total: sum(Object.values(replayed)) }
}

/**
 * What points are worth at most in whole US cents, rounded down: no member can redeem points, but they can buy crels with
 * them where the shop sells packs, at `crelsPackPoints` a crel, and a crel is worth a dollar by the rate.
 */
export function pointsInUsdCents(points: number, crelsPackPoints: number, usdToCrels: string): number {
  const cents = (BigInt(points) * 100n * 1_000_000n) / (BigInt(crelsPackPoints) * parseRate(usdToCrels))
  if (cents > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('The amount is too large')
  return Number(cents)
}

function placesOf({ ranks }: Economy['seasonPrize']): number {
  return ranks.at(-1)?.toRank ?? 0
}

/** What the best places of a season are worth together. */
function seasonPoints({ ranks }: Economy['seasonPrize'], places: number): number {
  return sum(
    ranks.map(({ toRank, points }, at) => {
      const from = ranks[at - 1]?.toRank ?? 0
      return Math.max(0, Math.min(toRank, places) - from) * points
    }),
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
