import { sql } from 'kysely'
import type { FormerClickReward, StateSince } from '#rules/click-pay.ts'
import type { Db } from '#server/platform/database.ts'

/** The states that were written for a campaign, oldest first. */
export async function campaignStates(db: Db, campaignId: string): Promise<StateSince[]> {
  const { rows } = await sql<{ at: Date; state: string }>`
    select at, state from campaign_state_change where campaign_id = ${campaignId} order by seq`.execute(db)
  return rows.map(({ at, state }) => ({ at: at.getTime(), state }))
}

/** What an enrolment paid for a click before it paid what it does now, oldest first. */
export async function formerClickRewards(db: Db, enrolmentId: string): Promise<FormerClickReward[]> {
  const { rows } = await sql<{ until: Date; clickMillicrels: number | null }>`
    select until, click_millicrels as "clickMillicrels" from former_click_reward
    where enrolment_id = ${enrolmentId} order by seq`.execute(db)
  return rows.map(({ until, clickMillicrels }) => ({ until: until.getTime(), clickMillicrels }))
}
