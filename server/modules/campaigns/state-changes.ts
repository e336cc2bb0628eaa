import { sql } from 'kysely'
import type { CampaignState } from '#rules/campaign-state.ts'
import type { StateSince } from '#rules/click-pay.ts'
import type { Db } from '#server/platform/database.ts'

/** The states that were written for a campaign, oldest first. */
export async function campaignStates(db: Db, campaignId: string): Promise<StateSince[]> {
  const { rows } = await sql<{ at: Date; state: string }>`
    select at, state from campaign_state_change where campaign_id = ${campaignId} order by seq`.execute(db)
  return rows.map(({ at, state }) => ({ at: at.getTime(), state }))
}

/**
 * The state of a campaign by which something is judged that happened at a moment: as it was last written, but of one that
 * is over as it was written then. What happened before the end counts, whether a job has written the end or not.
 */
export async function campaignStateAt(
  db: Db,
  { id, state }: { id: string; state: CampaignState },
  at: Date,
): Promise<CampaignState> {
  if (state !== 'ended' && state !== 'archived') return state
  const written = (await campaignStates(db, id)).findLast((change) => change.at <= at.getTime())
  return (written?.state as CampaignState | undefined) ?? state
}
