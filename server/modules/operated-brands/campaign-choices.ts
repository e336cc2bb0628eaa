import { sql } from 'kysely'
import type { CampaignChoices } from '#contracts/operator-campaigns.schemas.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { currentRate } from '#server/modules/exchange/public.ts'
import type { Db } from '#server/platform/database.ts'

/** How many brands are offered, by name: with more, a campaign begins at its brand's page. */
const brandsMax = 500

/** What a campaign can be made of, and at which rates it is computed. */
export async function campaignChoices(db: Db): Promise<CampaignChoices> {
  const { usdToCrels } = await currentRate(db)
  const { crelsPackPoints } = (await currentEconomy(db)).shop
  const brands = await sql<CampaignChoices['brands'][number]>`
    select slug, name, website from brand where state = 'active' order by lower(name), id limit ${brandsMax}`.execute(
    db,
  )
  const categories = await sql<CampaignChoices['categories'][number]>`
    select slug, name from category where not is_retired order by position`.execute(db)
  return { usdToCrels, crelsPackPoints, brands: brands.rows, categories: categories.rows }
}
