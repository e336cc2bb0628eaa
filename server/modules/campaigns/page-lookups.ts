import { sql } from 'kysely'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { publicName } from '#rules/public-texts.ts'
import type { Db } from '#server/platform/database.ts'
import type { FoundPages } from '#server/platform/http/search-engines.ts'
import { campaignHtml } from './campaign-html.ts'
import { countRunningCampaigns } from './campaign-lookups.ts'
import { isShown } from './campaign-now.ts'
import { findCampaign } from './campaign-queries.ts'
import { campaignPicturePath } from './campaign-picture.ts'
import { publicDescriptionOf } from './public-texts.ts'
import { runningAt } from './running-campaigns.ts'

export { categoryName } from './category-queries.ts'

/** What the page of a campaign says of itself, to a browser's tab and to previews of links. */
export interface CampaignAbout {
  title: string
  description: string
  image: { path: string }
  /** What the page says where no script runs, as HTML. */
  content(): Promise<string>
}

/** Of a campaign's page; undefined where it has none: a draft, an archived one, a suspended brand's. */
export async function aboutCampaignPage(db: Db, id: string, now: Date): Promise<CampaignAbout | undefined> {
  const row = await findCampaign(db, id)
  if (!row || !isShown(row)) return undefined
  return {
    // What travels in previews is for buyers: what the campaign pays is on the page.
    title: publicName(row.brandName, row.publicTitle),
    description: publicDescriptionOf(row) || m.pages_campaign_description({ brand: row.brandName }),
    image: { path: campaignPicturePath(row) },
    content: async () => await campaignHtml(db, row, now),
  }
}

/** The pages of running campaigns, the oldest first: a map of thousands changes at its end. */
export function campaignPages(db: Db, clock: { now(): Date }): FoundPages {
  return {
    count: async () => await countRunningCampaigns(db, clock.now()),
    list: async ({ skip, max }) => {
      const { rows } = await sql<{ id: string }>`
        select c.id from campaign c join brand b on b.id = c.brand_id where ${runningAt(clock.now())}
        order by c.id offset ${skip} limit ${max}`.execute(db)
      return rows.map(({ id }) => paths.campaign(id))
    },
  }
}
