import { testActor } from '#testing/operators.ts'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { enrolmentById, type EnrolmentRow } from './enrolment-queries.ts'
import { setCampaignState } from './set-campaign-state.ts'

/** Gives a campaign its next version of terms, as an operator will. */
export async function changeTerms(db: Db, campaignId: string, markdown: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      update campaign set terms_version = terms_version + 1 where id = ${campaignId}`.execute(tx)
    await sql`
      insert into campaign_terms (campaign_id, version, markdown)
      select id, terms_version, ${markdown} from campaign where id = ${campaignId}`.execute(tx)
  })
}

/** Takes a running campaign to a state by the use case. */
export async function closeCampaign(
  db: Db,
  campaignId: string,
  state: 'paused' | 'ended' | 'archived',
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (state === 'paused') await setCampaignState(tx, testActor, { campaignId, action: 'pause' })
    else await setCampaignState(tx, testActor, { campaignId, action: 'end' })
    if (state === 'archived') await setCampaignState(tx, testActor, { campaignId, action: 'archive' })
  })
}

/** How many rows a campaign has in a table. */
export async function countOf(db: Db, table: 'enrolment' | 'link', campaignId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${sql.table(table)} where campaign_id = ${campaignId}`.execute(db)
  return rows[0]!.n
}

export async function enrolmentOf(db: Db, id: string): Promise<EnrolmentRow> {
  return (await enrolmentById(db, id))!
}
