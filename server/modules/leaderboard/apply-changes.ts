import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/transaction.ts'

/**
 * Applies what was committed in the ledger since the last round to the boards; answers how many changes. Where they were
 * never counted, or the database came from another server, they are counted anew. `wait`s for another process at it.
 */
export async function applyChanges(db: Db, { wait = false }: { wait?: boolean } = {}): Promise<number> {
  const { rows } = await sql<{ changed: number }>`select leaderboard_apply(${wait}) as changed`.execute(db)
  const { changed } = rows[0]!
  return changed >= 0 ? changed : (await recount(db)).wrong
}

/** Counts the open boards anew from the ledger; answers how many standings were not as they should be. */
export async function recount(db: Db): Promise<{ wrong: number }> {
  return await inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = '15min'`.execute(tx)
    const { rows } = await sql<{ wrong: number }>`select leaderboard_recount() as wrong`.execute(tx)
    return rows[0]!
  })
}
