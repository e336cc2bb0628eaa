import type { Db, Tx } from './database.ts'

const attemptsMax = 3

/**
 * Runs `work` in one READ COMMITTED transaction, again when PostgreSQL chose it to break a deadlock: it left nothing
 * then. `work` touches the database alone, so that running it again is the same as running it once.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === attemptsMax || !isDeadlock(error)) throw error
    }
  }
}

/** Runs several reads on one snapshot: what one of them counts, the others count too. Of a transaction it is that one's. */
export async function inSnapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return await work(db as Tx)
  return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
}

/** `deadlock_detected` and `serialization_failure`, by themselves or as the cause of what a module made of them. */
export function isDeadlock(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  return [code, cause?.code].some((known) => known === '40P01' || known === '40001')
}
