import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { campaignNow, type CampaignNow } from './campaign-now.ts'
import { writeState, type CampaignRow } from './campaign-queries.ts'

/** Writes the state that time and budget give a locked campaign now, and answers the campaign in it. */
export async function settleState(tx: Tx, locked: CampaignRow): Promise<CampaignNow> {
  const campaign = await campaignNow(tx, locked, await databaseNow(tx))
  await writeState(tx, campaign.id, campaign.state)
  return campaign
}
