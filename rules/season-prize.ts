import type { Economy } from './economy.ts'

/** Points for a place in a past season, 0 beyond the last that pays (docs/economy.md, Points). */
export function seasonPrizePoints(rank: number, { ranks }: Economy['seasonPrize']): number {
  return ranks.find(({ toRank }) => rank <= toRank)?.points ?? 0
}
