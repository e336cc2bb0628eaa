import { monthStarts } from '#rules/reward-tier.ts'
import { seasonPrizePoints } from '#rules/season-prize.ts'
import { currentEconomy, pointsExpireAt } from '#server/modules/economy/public.ts'
import { grantAward } from '#server/modules/ledger/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { insertBadge } from './badge-queries.ts'

/** What the ledger and the history call it. */
export const seasonPrizeProgram = 'season-prize'

/** Places that earn the badge, whatever they are worth. */
const badgeRank = 10

/**
 * Grants what a place in the frozen ranking of a season is worth, once a member and season however often it is asked.
 * Answers the points that were granted now: 0 for a repetition, and for a place that pays nothing.
 */
export async function grantSeasonPrize(
  tx: Tx,
  { party, season, rank }: { party: string; season: string; rank: number },
): Promise<number> {
  if (rank <= badgeRank) await insertBadge(tx, { party, badge: 'season_top_10', at: seasonEnd(season) })
  const { seasonPrize } = await currentEconomy(tx)
  const points = seasonPrizePoints(rank, seasonPrize)
  if (points === 0) return 0
  const { granted } = await grantAward(tx, {
    party,
    program: seasonPrizeProgram,
    period: season,
    points,
    expiresAt: await pointsExpireAt(tx),
  })
  return granted ? points : 0
}

/** The end of a season, which is a month in UTC: `2026-11`. */
function seasonEnd(season: string): Date {
  return new Date(monthStarts(Date.parse(`${season}-01T00:00:00Z`), 1))
}
