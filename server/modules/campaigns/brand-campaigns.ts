import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
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

/** What suspending a brand stops and resuming it restores: numbers, and up to five campaigns by name. */
export interface BrandReach {
  keys: number
  campaigns: number
  members: number
  campaignExamples: { id: string; title: string }[]
}

/** Counts keys that are not revoked, campaigns that have not ended, and their members. Throws `not_found`. */
export async function reachOfBrand(db: Db, slug: string): Promise<BrandReach> {
  const { rows } = await sql<BrandReach>`
    select (select count(*) from brand_key k where k.brand_id = b.id and k.revoked_at is null) as keys,
           count(c.id) as campaigns,
           coalesce(sum((select count(*) from enrolment e where e.campaign_id = c.id and e.state = 'active')), 0)::bigint
             as members,
           coalesce((array_agg(json_build_object('id', c.id, 'title', c.title) order by c.id desc)
                     filter (where c.id is not null))[1:5], '{}') as "campaignExamples"
    from brand b left join campaign c on c.brand_id = b.id and c.state not in ('draft', 'ended', 'archived')
    where b.slug = ${slug} group by b.id`.execute(db)
  if (!rows[0]) throw problem('not_found', { detail: `There is no brand ${slug}.` })
  return rows[0]
}
