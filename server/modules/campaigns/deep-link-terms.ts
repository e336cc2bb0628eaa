import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** What a link of a member's to a campaign must keep to; undefined unless they are in it. */
export async function deepLinkTerms(
  db: Db,
  { uid, campaignId }: { uid: string; campaignId: string },
): Promise<{ enrolmentId: string; allowedHosts: string[] } | undefined> {
  const { rows } = await sql<{ enrolmentId: string; allowedHosts: string[] }>`
    select e.id as "enrolmentId", c.allowed_hosts as "allowedHosts"
    from enrolment e join campaign c on c.id = e.campaign_id
    where e.uid = ${uid} and e.campaign_id = ${campaignId} and e.state = 'active'`.execute(db)
  return rows[0]
}
