import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'

/** Where only so many rewards are paid in a period. */
export interface Counted {
  party: string
  program: string
  /** A month (`2026-11`) or a date, in UTC. */
  period: string
}

/**
 * Takes one of the places of a period, if there is one left; answers whether it did. A concurrent call waits for this
 * transaction.
 */
export async function takePlace(tx: Tx, { party, program, period }: Counted, max: number): Promise<boolean> {
  if (max < 1) return false
  const { numAffectedRows } = await sql`
    insert into reward_count as c (party, program, period, paid) values (${party}, ${program}, ${period}, 1)
    on conflict (party, program, period) do update set paid = c.paid + 1 where c.paid < ${max}`.execute(tx)
  return numAffectedRows === 1n
}

/** How many places of a period are taken. */
export async function placesTaken(db: Db, { party, program, period }: Counted): Promise<number> {
  const { rows } = await sql<{ paid: number }>`
    select paid from reward_count
    where party = ${party} and program = ${program} and period = ${period}`.execute(db)
  return rows[0]?.paid ?? 0
}
