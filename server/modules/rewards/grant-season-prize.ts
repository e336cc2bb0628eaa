import { monthStarts } from '#rules/reward-tier.ts'
import { seasonPrizePoints } from '#rules/season-prize.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { grantPoints } from '#server/modules/points/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { insertBadge } from './badge-queries.ts'

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
  const { granted } = await grantPoints(tx, { party, program: 'season-prize', period: season, points })
  return granted ? points : 0
}

/** The end of a season, which is a month in UTC: `2026-11`. */
function seasonEnd(season: string): Date {
  return new Date(monthStarts(Date.parse(`${season}-01T00:00:00Z`), 1))
}
