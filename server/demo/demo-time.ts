import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/**
 * Runs `work` as if it were `at`: what happens in it is dated then, by code and SQL alike. The clock is moved inside
 * the transaction only, so no other one sees it.
 */
export async function inTheirTime<T>(tx: Tx, at: Date, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ shift: string }>`select shift::text from clock_offset`.execute(tx)
  await sql`update clock_offset set shift = ${at}::timestamptz - clock_timestamp()`.execute(tx)
  const result = await work()
  await sql`update clock_offset set shift = ${rows[0]!.shift}::interval`.execute(tx)
  return result
}
