import { sql } from 'kysely'
import type { StateSince } from '#rules/click-pay.ts'
import type { Db } from '#server/platform/database.ts'

/** The states that were written for a campaign, oldest first. */
export async function campaignStates(db: Db, campaignId: string): Promise<StateSince[]> {
  const { rows } = await sql<{ at: Date; state: string }>`
    select at, state from campaign_state_change where campaign_id = ${campaignId} order by seq`.execute(db)
  return rows.map(({ at, state }) => ({ at: at.getTime(), state }))
}
