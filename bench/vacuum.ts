import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** Counts anew what is in a filled database, as autovacuum would in time. It may take longer than a statement may. */
export async function vacuum(db: Db): Promise<void> {
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one)
    await sql`vacuum (analyze)`.execute(one)
    await sql`reset statement_timeout`.execute(one)
  })
}
