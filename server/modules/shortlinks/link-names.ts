import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** What a list calls a link by. */
export interface LinkName {
  id: string
  code: string
  /** What its owner called it; null where they did not, and once they removed it. */
  title: string | null
  campaignId: string | null
  /** Null when it is no link of an enrolment. */
  enrolmentId: string | null
}

/** Links of a member by id, those they removed too; other people's are absent. */
export async function linkNames(db: Db, uid: string, ids: string[]): Promise<Map<string, LinkName>> {
  const { rows } = await sql<LinkName>`
    select id, code, title, campaign_id as "campaignId", enrolment_id as "enrolmentId" from link
    where owner_uid = ${uid} and id = any (${ids})`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
