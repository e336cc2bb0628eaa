import { sql } from 'kysely'
import type { Economy } from '#rules/economy.ts'
import type { Db } from '#server/platform/database.ts'

/** A month that is over, frozen. */
export interface SeasonRow {
  month: string
  state: 'review' | 'approved' | 'paid'
  frozenAt: Date
  reviewUntil: Date
  prizes: Economy['seasonPrize']['ranks']
  approvedAt: Date | null
  approvedBy: string | null
  paidAt: Date | null
}

const columns = sql`
  month, state, frozen_at as "frozenAt", review_until as "reviewUntil", prizes, approved_at as "approvedAt",
  approved_by as "approvedBy", paid_at as "paidAt"`

export async function findSeason(db: Db, month: string): Promise<SeasonRow | undefined> {
  return (await sql<SeasonRow>`select ${columns} from season where month = ${month}`.execute(db)).rows[0]
}

/** Seasons that are over, newest first, before one. */
export async function pastSeasons(db: Db, limit: number, before?: string): Promise<SeasonRow[]> {
  const further = before === undefined ? sql`` : sql`where month < ${before}`
  const { rows } = await sql<SeasonRow>`
    select ${columns} from season ${further} order by month desc limit ${limit}`.execute(db)
  return rows
}
