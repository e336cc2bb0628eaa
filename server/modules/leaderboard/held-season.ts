import { seasonBounds } from '#rules/season.ts'
import { operatorsAmong } from '#server/modules/operators/public.ts'
import type { Db } from '#server/platform/database.ts'
import { firstPlaces, placesOfWorth, type FrozenPlace, type SeasonRow } from './season-queries.ts'

/**
 * Operators, by name, whose own accounts as members come to a place of worth, or to a better one, when the review of a
 * season ends: who was ahead of them is disabled, be it since before the freeze, or left, which may have been their doing.
 * While there is one, a person ends the review and not a job (docs/decisions/131-who-is-paid-there-does-not-approve.md).
 * None after the review.
 */
export async function operatorsMovingUp(db: Db, season: SeasonRow): Promise<string[]> {
  if (season.state !== 'review') return []
  const movingUp = (await placesWithoutGone(db, season)).filter(({ rank }, at) => rank !== at + 1)
  return await operatorsAmong(
    db,
    movingUp.map(({ uid }) => uid),
  )
}

/** Those who have a place of worth once all who are gone are out; `rank` is what they have now. */
async function placesWithoutGone(db: Db, season: SeasonRow): Promise<FrozenPlace[]> {
  const { startsAt } = seasonBounds(season.month)
  const worth = placesOfWorth(season)
  for (let limit = worth; ; limit *= 2) {
    const all = await firstPlaces(db, { startsAt, limit, withBanned: true })
    const staying = all.filter(({ state }) => state === 'active').slice(0, worth)
    if (staying.length === worth || all.length < limit) return staying
  }
}
