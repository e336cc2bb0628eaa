import { m } from '#messages'
import type { Db } from '#server/platform/database.ts'
import { isShown } from './campaign-now.ts'
import { findCampaign } from './campaign-queries.ts'

export { categoryName } from './category-queries.ts'

/** The title of a campaign's page; undefined where it has none: a draft, an archived one, a suspended brand's. */
export async function campaignPageTitle(db: Db, id: string): Promise<string | undefined> {
  const row = await findCampaign(db, id)
  return row && isShown(row) ? m.pages_campaign_named({ brand: row.brandName, title: row.title }) : undefined
}
