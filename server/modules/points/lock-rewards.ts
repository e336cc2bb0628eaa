import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/**
 * Locks the rewards of one member until the transaction ends: a concurrent claim waits, then reads what this one
 * wrote. Read the database's time after it, so that the time is never older than the wait.
 */
export async function lockRewards(tx: Tx, party: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rewards ${party}`}, 0))`.execute(tx)
}
