import { sql } from 'kysely'
import type { PublicGamification } from '#contracts/gamification.schemas.ts'
import { countMembers } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import type { Db } from '#server/platform/database.ts'
import { ExpiringCache } from '#server/platform/expiring-cache.ts'
import { countBadges } from './badge-queries.ts'
import { listOfRewards } from './list-of-rewards.ts'

/** The endpoint is public: the tables are counted at most this often. */
const ttlMs = 60_000

/** What the community has done so far, a minute old at most. */
export function publicTotals(): (db: Db) => Promise<PublicGamification> {
  const cache = new ExpiringCache<PublicGamification>({ ttlMs, entriesMax: 1 })
  return async (db) => await cache.get('totals', async () => await countTotals(db))
}

async function countTotals(db: Db): Promise<PublicGamification> {
  const { levels } = await currentEconomy(db)
  const { rows } = await sql<{ points: number }>`
    select coalesce(-sum(posted), 0)::bigint as points from account
    where party = 'house' and code = 'house.points'`.execute(db)
  const ofRewards: Partial<PublicGamification> = {}
  for (const { totals } of listOfRewards) Object.assign(ofRewards, await totals?.(db))
  return {
    friendsPaid: 0,
    ...ofRewards,
    members: await countMembers(db),
    points: rows[0]!.points,
    badgesEarned: await countBadges(db),
    levels: [...levels.fromPoints],
  }
}
