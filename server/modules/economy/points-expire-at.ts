import { lotExpiresAt } from '#rules/point-lot.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { currentEconomy } from './economy-queries.ts'

/** When points earned now are gone. */
export async function pointsExpireAt(tx: Tx): Promise<Date> {
  const { points } = await currentEconomy(tx)
  return new Date(lotExpiresAt((await databaseNow(tx)).getTime(), points.expireMonths))
}
