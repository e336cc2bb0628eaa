import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** Removes notifications that are a year old, with how they were delivered, a batch at a time; answers how many. */
export async function forgetNotifications(db: Db, batch = 1_000): Promise<number> {
  let forgotten = 0
  for (;;) {
    // Ids begin with the time: of the oldest, those whose time has come. A search by time alone would read every
    // notification there is where none of them is that old.
    const { numAffectedRows = 0n } = await sql`
      delete from notification where id in (
        select id from notification order by id limit ${batch} for update skip locked)
      and created_at < crels_now() - interval '1 year'`.execute(db)
    forgotten += Number(numAffectedRows)
    if (numAffectedRows < batch) return forgotten
  }
}
