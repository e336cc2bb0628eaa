import { sql } from 'kysely'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { publicName } from '#rules/public-texts.ts'
import type { Db } from '#server/platform/database.ts'
import { isShown } from './campaign-now.ts'
import { findCampaign } from './campaign-queries.ts'
import { coverImageOf, coverSize } from './cover-image.ts'
import { publicDescriptionOf } from './public-texts.ts'
import { runningAt } from './running-campaigns.ts'

export { categoryName } from './category-queries.ts'

/** What the page of a campaign says of itself, to a browser's tab and to previews of links. */
export interface CampaignAbout {
  title: string
  description: string
  image: { path: string; width?: number; height?: number }
}

/** Of a campaign's page; undefined where it has none: a draft, an archived one, a suspended brand's. */
export async function aboutCampaignPage(db: Db, id: string): Promise<CampaignAbout | undefined> {
  const row = await findCampaign(db, id)
  if (!row || !isShown(row)) return undefined
  return {
    // What travels in previews is for buyers: what the campaign pays is on the page.
    title: publicName(row.brandName, row.publicTitle),
    description: publicDescriptionOf(row) || m.pages_campaign_description({ brand: row.brandName }),
    image: row.coverUrl ? { path: row.coverUrl } : { path: coverImageOf(id), ...coverSize },
  }
}

/** The pages of running campaigns, the popular first. */
export async function campaignPaths(db: Db, now: Date, max: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from campaign c join brand b on b.id = c.brand_id where ${runningAt(now)}
    order by c.popularity desc, c.id desc limit ${max}`.execute(db)
  return rows.map(({ id }) => paths.campaign(id))
}
