import type { PublicAnalytics } from '#contracts/analytics.schemas.ts'
import { countMembers } from '#server/modules/accounts/public.ts'
import { countRunningCampaigns } from '#server/modules/campaigns/public.ts'
import { earnedByAll } from '#server/modules/conversions/public.ts'
import { countAllClicks } from '#server/modules/clicks/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { ReadDb } from '#server/platform/stale-reads/read-db.ts'
import { ExpiringCache } from '#server/platform/expiring-cache.ts'

/** The endpoint is public, and all of two tables is read: they are counted at most this often. */
const ttlMs = 600_000

type Read = (count: typeof countTotals) => Promise<PublicAnalytics>

/** What all members together have done so far, ten minutes old at most. */
export function publicTotals(): (read: Read) => Promise<PublicAnalytics> {
  const cache = new ExpiringCache<PublicAnalytics>({ ttlMs, entriesMax: 1 })
  return async (read) => await cache.get('totals', async () => await read(countTotals))
}

async function countTotals(db: ReadDb): Promise<PublicAnalytics> {
  const now = await databaseNow(db)
  const { conversions, crels } = await earnedByAll(db)
  return {
    members: await countMembers(db),
    campaigns: await countRunningCampaigns(db, now),
    clicks: await countAllClicks(db),
    conversions,
    crels,
    asOf: now.toISOString(),
  }
}
