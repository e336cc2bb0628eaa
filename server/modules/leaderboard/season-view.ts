import type { Season } from '#contracts/leaderboard.schemas.ts'
import { prizePlaces } from '#rules/season-prize.ts'
import { seasonBounds } from '#rules/season.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import type { ReadDb } from '#server/platform/stale-reads/read-db.ts'
import { findSeason, type SeasonRow } from './season-queries.ts'

/** A season as it is shown: a past one with the prizes it was frozen with, the running one with those of the settings. */
export async function seasonView(db: ReadDb, month: string, now: Date): Promise<Season> {
  const past = await findSeason(db, month)
  if (past) return pastSeasonView(past)
  const { seasonPrize } = await currentEconomy(db)
  const { startsAt, endsAt } = seasonBounds(month)
  return {
    id: month,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    // Over, and frozen in a moment.
    state: now < endsAt ? 'running' : 'review',
    reviewedAt: null,
    prizes: prizePlaces(seasonPrize),
  }
}

/** A frozen season as it is shown. */
export function pastSeasonView({ month, state, reviewUntil, approvedAt, prizes }: SeasonRow): Season {
  const { startsAt, endsAt } = seasonBounds(month)
  return {
    id: month,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    state: state === 'review' ? 'review' : 'closed',
    reviewedAt: (approvedAt ?? reviewUntil).toISOString(),
    prizes: prizePlaces({ ranks: prizes }),
  }
}
