import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** A reward that was granted. */
export interface GrantedAward {
  points: number
  /** ISO 8601. */
  at: string
  transactionId: string
}

/** What a member was granted for a period of a program; null when nothing was. */
export async function grantedAward(
  db: Db,
  subject: string,
  program: string,
  period: string,
): Promise<GrantedAward | null> {
  const { rows } = await sql<{ points: number; at: Date; transactionId: string }>`
    select e.amount as points, w.granted_at as at, w.txn_id as "transactionId"
    from award w join entry e on e.txn_id = w.txn_id and e.amount > 0
    where w.subject = ${subject} and w.program = ${program} and w.period = ${period}`.execute(db)
  return rows[0] ? { ...rows[0], at: rows[0].at.toISOString() } : null
}

/** When a member was last granted anything of a program; null when never. */
export async function lastAwardAt(db: Db, subject: string, program: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(granted_at) as at from award where subject = ${subject} and program = ${program}`.execute(db)
  return rows[0]!.at
}
