import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../server/platform/database.ts'

/** Waits until so many sessions of this database wait for a lock that another one holds. */
export async function untilBlocked(db: Db, count = 1): Promise<void> {
  const blocked = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(distinct pid)::int as count from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(db)
    return rows[0]!.count
  }
  await expect.poll(blocked, { timeout: 10_000 }).toBeGreaterThanOrEqual(count)
}
