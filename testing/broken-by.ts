import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { openDatabase } from '#server/platform/database.ts'
import type { BrokenPromise } from '#server/platform/reconciliation.ts'

/**
 * What a reconciliation finds, by check, once rows were changed as only their owner with triggers off can; they are put
 * back.
 */
export async function brokenBy(
  { databaseUrl }: { databaseUrl: string },
  statement: string,
  reconcile: (db: Db) => Promise<BrokenPromise[]>,
): Promise<Record<string, string[]>> {
  const owner = openDatabase({ url: databaseUrl, poolSize: 1 })
  const undo = new Error('undo')
  let found: Record<string, string[]> = {}
  try {
    await owner.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql.raw(statement).execute(tx)
      const findings = await reconcile(tx)
      found = Object.fromEntries(findings.map(({ check, ids }) => [check, ids]))
      throw undo
    })
  } catch (error) {
    if (error !== undo) throw error
  } finally {
    await owner.destroy()
  }
  return found
}
