import { sql } from 'kysely'
import { seasonBounds } from '#rules/season.ts'
import { seasonPrizePoints } from '#rules/season-prize.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import type { Db } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { approvalOf, type SeasonApproval } from './season-approval.ts'
import { operatorsMovingUp } from './held-season.ts'
import { findSeason, firstPlaces, type SeasonRow } from './season-queries.ts'

/** A season as an operator sees it. */
export interface ShownSeason {
  month: string
  /** Null while it runs, and until it is frozen. */
  season: SeasonRow | null
  places: {
    rank: number
    uid: string | null
    name: string | null
    value: number
    points: number
    /** Who is disabled or left is taken out when the review ends. */
    isPayable: boolean
    /** Of a season that was approved: whether the place was paid, or why not. */
    outcome: 'due' | 'paid' | 'banned' | 'left' | null
  }[]
  /** What an approval now would pay; null unless it is in review. */
  approval: SeasonApproval | null
  /** Operators who move up as members when the review ends, by name: it does not end by itself. */
  movingUp: string[]
  /** What the review decided of members, in the order in which it did. */
  decisions: { uid: string | null; name: string | null; isOut: boolean; reason: string; author: string }[]
}

/**
 * The first places of a season with what they are worth, and who was taken out. Throws `not_found` where there is none.
 */
export async function showSeason(
  db: Db,
  { month, limit = 20 }: { month: string; limit?: number },
): Promise<ShownSeason> {
  const { startsAt } = seasonBounds(month)
  const season = (await findSeason(db, month)) ?? null
  const places = await firstPlaces(db, { startsAt, limit })
  if (!season && places.length === 0) throw problem('not_found', { detail: `There is no season ${month}.` })
  const ranks = season?.prizes ?? (await currentEconomy(db)).seasonPrize.ranks
  const outcomes = await outcomesOf(db, month)
  const { rows: decisions } = await sql<ShownSeason['decisions'][number]>`
    select m.uid, m.display_name as name, x.is_out as "isOut", x.reason, x.author from season_exclusion x left join member m on m.party = x.party
    where x.month = ${month} order by x.id`.execute(db)
  return {
    month,
    season,
    approval: season?.state === 'review' ? await approvalOf(db, season) : null,
    movingUp: season ? await operatorsMovingUp(db, season) : [],
    places: places.map(({ rank, party, uid, name, value, state }) => {
      const points = seasonPrizePoints(rank, { ranks })
      return {
        rank,
        uid,
        name,
        value,
        points,
        isPayable: state === 'active',
        outcome: outcomes.get(party) ?? null,
      }
    }),
    decisions,
  }
}

async function outcomesOf(db: Db, month: string) {
  const { rows } = await sql<{ party: string; outcome: 'due' | 'paid' | 'banned' | 'left' }>`
    select party, coalesce(withheld, case when done_at is null then 'due' else 'paid' end) as outcome
    from season_place where month = ${month}`.execute(db)
  return new Map(rows.map(({ party, outcome }) => [party, outcome]))
}
