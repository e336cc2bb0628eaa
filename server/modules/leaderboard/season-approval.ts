import { createHash } from 'node:crypto'
import { seasonPrizePoints } from '#rules/season-prize.ts'
import { seasonBounds } from '#rules/season.ts'
import type { Db } from '#server/platform/database.ts'
import { firstPlaces, placesOfWorth, type SeasonRow } from './season-queries.ts'

/** What an approval of a season would pay as it stands: who is disabled or left is out, and the places behind close up. */
export interface SeasonApproval {
  /** Places that a prize is for. */
  paidPlaces: number
  /** Their prizes together. */
  points: number
  /** Says the places, whose they are and their prizes: an approval says which it is of. */
  seen: string
}

/** What is approved where a season in review is approved now. */
export async function approvalOf(
  db: Db,
  season: Pick<SeasonRow, 'month' | 'prizes'>,
): Promise<SeasonApproval> {
  const places = (await stayingParties(db, season)).map((party, at) => {
    const rank = at + 1
    return { rank, party, points: seasonPrizePoints(rank, { ranks: season.prizes }) }
  })
  const paid = places.filter(({ points }) => points > 0)
  const said = [season.month, ...places.map(({ rank, party, points }) => `${rank} ${party} ${points}`)]
  return {
    paidPlaces: paid.length,
    points: paid.reduce((sum, { points }) => sum + points, 0),
    seen: createHash('sha256').update(said.join('\n')).digest('hex').slice(0, 32),
  }
}

/** Who has a place of worth once all who are gone are out, the first one first. */
async function stayingParties(db: Db, season: Pick<SeasonRow, 'month' | 'prizes'>): Promise<string[]> {
  const { startsAt } = seasonBounds(season.month)
  const worth = placesOfWorth(season)
  for (let limit = worth; ; limit *= 2) {
    const all = await firstPlaces(db, { startsAt, limit })
    const staying = all.filter(({ state }) => state === 'active').slice(0, worth)
    if (staying.length === worth || all.length < limit) return staying.map(({ party }) => party)
  }
}
