import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { TrackingLinkInput } from './create-tracking-link.ts'

/**
 * Makes the links by which a member shared a campaign before they were in it their enrolment's: from now on these lead where
 * the tracking link does, and what they bring is earned. What they brought until now stays nobody's (`enrolled_at`).
 */
export async function enrolShareLinks(
  tx: Tx,
  { ownerUid, enrolmentId, campaignId, destinationUrl }: TrackingLinkInput,
): Promise<void> {
  await sql`
    update link set enrolment_id = ${enrolmentId}, destination_url = ${destinationUrl}, enrolled_at = crels_now(),
      pays_clicks = exists (select from link l where l.enrolment_id = ${enrolmentId} and l.pays_clicks)
    where owner_uid = ${ownerUid} and campaign_id = ${campaignId} and kind = 'share' and enrolment_id is null
      and removed_at is null`.execute(tx)
}
