import type { Economy } from './economy.ts'

/** Points for a place in a season that is over, 0 beyond the last that pays (product.md section 3 "season prize"). */
export function seasonPrizePoints(rank: number, { ranks }: Economy['seasonPrize']): number {
  return ranks.find(({ toRank }) => rank <= toRank)?.points ?? 0
}
