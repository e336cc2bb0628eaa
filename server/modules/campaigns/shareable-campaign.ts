import { sql } from 'kysely'
import type { CampaignState } from '#rules/campaign-state.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { campaignNow, isShown } from './campaign-now.ts'
import { findCampaign } from './campaign-queries.ts'

/** A campaign that a member may see, with what a link of a member's to it needs. */
export interface ShareableCampaign {
  id: string
  title: string
  /** The effective one. */
  state: CampaignState
  destinationUrl: string
  /** Of the member who is in it now; kept from leaving until the transaction ends. */
  enrolmentId: string | null
}

/** The campaign as a member sees it; undefined where there is none that they may see. */
export async function shareableCampaign(
  tx: Tx,
  { uid, campaignId }: { uid: string; campaignId: string },
): Promise<ShareableCampaign | undefined> {
  const row = await findCampaign(tx, campaignId)
  if (!row) return undefined
  const campaign = await campaignNow(tx, row, await databaseNow(tx))
  if (!isShown(campaign)) return undefined
  const { id, title, state, destinationUrl } = campaign
  const { rows } = await sql<{ id: string }>`
    select id from enrolment
    where uid = ${uid} and campaign_id = ${id} and state = 'active' for share`.execute(tx)
  return { id, title, state, destinationUrl, enrolmentId: rows[0]?.id ?? null }
}
