import type { BrandDetail, BrandList } from '#contracts/brands.schemas.ts'
import type { Db } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { activeBrand, brandsOf } from './brand-queries.ts'

/** What the pages of brands show of campaigns, which are above this module. */
export interface CampaignsOfBrands {
  /** How many campaigns run at `now`, by the brand's id; a brand without one is missing. */
  countRunningByBrand(db: Db, now: Date): Promise<Map<string, number>>
  /** The campaigns of a brand that run at `now`, the popular first. */
  campaignsOfBrand(db: Db, slug: string, now: Date): Promise<BrandDetail['campaigns']>
}

/** Brands with campaigns that run at `now`, by name. */
export async function listBrands(
  db: Db,
  now: Date,
  { countRunningByBrand }: Pick<CampaignsOfBrands, 'countRunningByBrand'>,
): Promise<BrandList> {
  const counts = await countRunningByBrand(db, now)
  const brands = await brandsOf(db, [...counts.keys()])
  return { items: brands.map((brand) => ({ ...brand, campaigns: counts.get(brand.id)! })) }
}

/** A brand and its running campaigns, the popular first. Throws `not_found`, also for a suspended brand. */
export async function getBrand(
  db: Db,
  slug: string,
  now: Date,
  { campaignsOfBrand }: Pick<CampaignsOfBrands, 'campaignsOfBrand'>,
): Promise<BrandDetail> {
  const brand = await activeBrand(db, slug)
  if (!brand) throw problem('not_found')
  return { ...brand, campaigns: await campaignsOfBrand(db, slug, now) }
}
