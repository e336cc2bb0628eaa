import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'
import { leaveCampaign } from './leave-campaign.ts'

/** What happens to enrolments when their member leaves: they are left at once, and stay under the party. */
export function campaignErasure(db: Db): MemberErasure {
  return {
    name: 'campaigns',
    onConfirmed: async (tx, { uid }) => {
      for (const campaignId of await campaignsOf(tx, uid)) await leaveCampaign(tx, { uid }, { campaignId })
    },
    erase: async ({ uid }) => {
      await sql`
        update enrolment set uid = party, message = null, reason = null where uid = ${uid}`.execute(db)
    },
  }
}

/** How many campaigns a member is in or has applied to. */
export async function enrolmentsUnderWay(db: Db, uid: string): Promise<number> {
  return (await campaignsOf(db, uid)).length
}

/** Sorted, so that several campaigns are always locked in the same order. */
async function campaignsOf(db: Db | Tx, uid: string): Promise<string[]> {
  const { rows } = await sql<{ campaignId: string }>`
    select campaign_id as "campaignId" from enrolment
    where uid = ${uid} and state in ('applied', 'active') order by campaign_id`.execute(db)
  return rows.map(({ campaignId }) => campaignId)
}
