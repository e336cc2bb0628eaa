import type { BrandCard } from '#contracts/campaigns.schemas.ts'
import type { Db } from '#server/platform/database.ts'
import { brandCard } from './campaign-card.ts'
import { campaignsById } from './campaign-queries.ts'

/** Titles and brands of campaigns, by id, in one query; one that does not exist is absent. */
export async function campaignTitles(
  db: Db,
  ids: string[],
): Promise<Map<string, { id: string; title: string; brand: BrandCard }>> {
  const rows = await campaignsById(db, ids)
  return new Map([...rows].map(([id, row]) => [id, { id, title: row.title, brand: brandCard(row) }]))
}
