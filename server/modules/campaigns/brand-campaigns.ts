import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { publicCard, type PublicCard } from './campaign-card.ts'
import { withStanding } from './campaign-now.ts'
import { listCampaigns } from './list-campaigns.ts'
import { runningAt } from './running-campaigns.ts'

/** Most campaigns that a brand's page shows; the rest is found by search. */
const campaignsMax = 100

/** The campaigns of a brand that run at `now`, the popular first. */
export async function campaignsOfBrand(db: Db, slug: string, now: Date): Promise<PublicCard[]> {
  const page = await listCampaigns(db, { sort: 'popular', brand: slug, limit: campaignsMax }, now)
  return page.items.map((row) => publicCard(withStanding(row, now), now))
}

/** How many campaigns run at `now`, by the brand's id; a brand without one is missing. */
export async function countRunningByBrand(db: Db, now: Date): Promise<Map<string, number>> {
  const { rows } = await sql<{ brandId: string; campaigns: number }>`
    select c.brand_id as "brandId", count(*) as campaigns
    from campaign c join brand b on b.id = c.brand_id
    where ${runningAt(now)} group by c.brand_id`.execute(db)
  return new Map(rows.map(({ brandId, campaigns }) => [brandId, campaigns]))
}
