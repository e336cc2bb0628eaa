import { sql } from 'kysely'
import type { BrandDetail, BrandList } from '#contracts/campaigns.schemas.ts'
import type { Db } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { publicCard } from './campaign-card.ts'
import { withStanding } from './campaign-now.ts'
import { listCampaigns } from './list-campaigns.ts'
import { runningAt } from './running-campaigns.ts'

/** Most campaigns that a brand's page shows; the rest is found by search. */
const campaignsMax = 100

/** Brands with campaigns that run at `now`, by name. */
export async function listBrands(db: Db, now: Date): Promise<BrandList> {
  const { rows } = await sql<BrandRow & { campaigns: number }>`
    select b.id, b.slug, b.name, b.tagline, b.color_base as base, b.color_glow as glow, n.campaigns
    from brand b join (
      select c.brand_id, count(*) as campaigns from campaign c join brand b on b.id = c.brand_id
      where ${runningAt(now)} group by c.brand_id
    ) n on n.brand_id = b.id
    order by lower(b.name), b.id`.execute(db)
  return {
    items: rows.map(({ base, glow, ...brand }) => ({ ...brand, colors: { base, glow } })),
  }
}

/** A brand and its running campaigns, the popular first. Throws `not_found`, also for a suspended brand. */
export async function getBrand(db: Db, slug: string, now: Date): Promise<BrandDetail> {
  const { rows } = await sql<BrandRow & { about: string; website: string }>`
    select id, slug, name, tagline, about, website, color_base as base, color_glow as glow
    from brand where slug = ${slug} and state = 'active'`.execute(db)
  const row = rows[0]
  if (!row) throw problem('not_found')
  const { base, glow, ...brand } = row
  const page = await listCampaigns(db, { sort: 'popular', brand: slug, limit: campaignsMax }, now)
  return {
    ...brand,
    colors: { base, glow },
    campaigns: page.items.map((row) => publicCard(withStanding(row, now), now)),
  }
}

interface BrandRow {
  id: string
  slug: string
  name: string
  tagline: string
  base: string
  glow: string
}
