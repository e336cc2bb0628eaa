import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/**
 * What a link of a member's to a campaign must keep to; undefined unless they are in it. With `isKept` they are kept from
 * leaving until the transaction ends: leaving stops the links that there are, and would miss one that is being made.
 */
export async function deepLinkTerms(
  db: Db,
  { uid, campaignId, isKept }: { uid: string; campaignId: string; isKept?: boolean },
): Promise<{ enrolmentId: string; allowedHosts: string[] } | undefined> {
  const { rows } = await sql<{ enrolmentId: string; allowedHosts: string[] }>`
    select e.id as "enrolmentId", c.allowed_hosts as "allowedHosts"
    from enrolment e join campaign c on c.id = e.campaign_id
    where e.uid = ${uid} and e.campaign_id = ${campaignId} and e.state = 'active'
    ${isKept ? sql`for share of e` : sql``}`.execute(db)
  return rows[0]
}
