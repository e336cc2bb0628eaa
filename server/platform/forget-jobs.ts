import { sql } from 'kysely'
import type { Db } from './database.ts'
import { openUnlessLost } from './secret.ts'

const batch = 1_000

/**
 * Removes entries of a queue whose data `matches`, those that are done, failed or given up, and answers how many that
 * match are still to be worked on. Sealed data can only be found by opening it, so it is read batch by batch; what nobody
 * opens any more matches nothing.
 */
export async function forgetJobs(
  db: Db,
  name: string,
  matches: (data: { sealed: string }) => boolean,
): Promise<number> {
  let waiting = 0
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<{ id: string; isOver: boolean; data: { sealed: string } }>`
      select id::text as id, data, state in ('completed', 'cancelled', 'failed') as "isOver" from pgboss.job
      where name = ${name} and id > ${last}::uuid order by id limit ${batch}`.execute(db)
    const found = rows.filter(({ data }) => openUnlessLost(() => matches(data)))
    waiting += found.filter(({ isOver }) => !isOver).length
    const over = found.filter(({ isOver }) => isOver).map(({ id }) => id)
    if (over.length > 0)
      await sql`delete from pgboss.job where name = ${name} and id = any (${over}::uuid[])`.execute(db)
    if (rows.length < batch) return waiting
    last = rows.at(-1)!.id
  }
}
