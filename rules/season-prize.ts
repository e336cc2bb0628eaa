import type { Economy } from './economy.ts'

/** Places that earn the badge, whatever they are worth. */
export const badgeRank = 10

/** Points for a place in a past season, 0 beyond the last that pays (docs/economy.md, Points). */
export function seasonPrizePoints(rank: number, { ranks }: Pick<Economy['seasonPrize'], 'ranks'>): number {
  return ranks.find(({ toRank }) => rank <= toRank)?.points ?? 0
}

/** The places that share a prize, the best first. */
export function prizePlaces({
  ranks,
}: Pick<Economy['seasonPrize'], 'ranks'>): { fromRank: number; toRank: number; points: number }[] {
  return ranks.map(({ toRank, points }, at) => ({
    fromRank: (ranks[at - 1]?.toRank ?? 0) + 1,
    toRank,
    points,
  }))
}
