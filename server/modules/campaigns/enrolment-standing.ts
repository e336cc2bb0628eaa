import { sql } from 'kysely'
import type { CampaignState } from '#rules/campaign-state.ts'
import type { EnrolmentState } from '#rules/enrolment-state.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { campaignNow } from './campaign-now.ts'
import { findCampaign } from './campaign-queries.ts'

/** How an enrolment and its campaign stand now. */
export async function enrolmentStanding(
  db: Db,
  enrolmentId: string,
): Promise<{ enrolment: EnrolmentState; campaign: CampaignState }> {
  const { rows } = await sql<{ campaignId: string; state: EnrolmentState }>`
    select campaign_id as "campaignId", state from enrolment where id = ${enrolmentId}`.execute(db)
  const { campaignId, state } = rows[0]!
  const campaign = await campaignNow(db, (await findCampaign(db, campaignId))!, await databaseNow(db))
  // A brand that is suspended runs nothing.
  return { enrolment: state, campaign: campaign.brandActive ? campaign.state : 'paused' }
}
