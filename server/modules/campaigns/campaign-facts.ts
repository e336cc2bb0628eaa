import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** A campaign as a notice to its members names it. */
export interface CampaignFacts {
  campaignId: string
  title: string
  /** The brand's name. */
  brand: string
}

/** How notices name a campaign. */
export async function campaignFacts(tx: Tx, campaignId: string): Promise<CampaignFacts> {
  const { rows } = await sql<CampaignFacts>`
    select c.id as "campaignId", c.title, b.name as brand
    from campaign c join brand b on b.id = c.brand_id where c.id = ${campaignId}`.execute(tx)
  return rows[0]!
}
