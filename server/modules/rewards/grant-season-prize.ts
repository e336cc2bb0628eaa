import type { Economy } from '#rules/economy.ts'
import { seasonBounds } from '#rules/season.ts'
import { badgeRank, seasonPrizePoints } from '#rules/season-prize.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { grantPoints } from '#server/modules/points/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { insertBadge } from './badge-queries.ts'

/**
 * Grants what a place in the frozen ranking of a season is worth, once a member and season however often it is asked: by
 * the `ranks` it was frozen with, else by the settings. Answers the points that were granted now: 0 for a repetition, and
 * for a place that pays nothing.
 */
export async function grantSeasonPrize(
  tx: Tx,
  place: { party: string; season: string; rank: number; ranks?: Economy['seasonPrize']['ranks'] },
): Promise<number> {
  const { party, season, rank } = place
  if (rank <= badgeRank)
    await insertBadge(tx, { party, badge: 'season_top_10', at: seasonBounds(season).endsAt })
  const ranks = place.ranks ?? (await currentEconomy(tx)).seasonPrize.ranks
  const points = seasonPrizePoints(rank, { ranks })
  if (points === 0) return 0
  const { granted } = await grantPoints(tx, { party, program: 'season-prize', period: season, points })
  return granted ? points : 0
}
