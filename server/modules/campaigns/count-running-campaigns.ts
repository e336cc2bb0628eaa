import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { runningAt } from './running-campaigns.ts'

/** How many campaigns run at a moment. */
export async function countRunningCampaigns(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from campaign c join brand b on b.id = c.brand_id where ${runningAt(now)}`.execute(
    db,
  )
  return rows[0]!.count
}
