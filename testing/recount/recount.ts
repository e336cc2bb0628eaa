import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { recounts } from './recounts.ts'

/** What was looked at, and a line for each rule that does not hold. */
export interface Recounted {
  figures: Record<string, number>
  broken: string[]
}

/**
 * Computes every earning again from conversions, refunds and clicks, by the rules and by nothing that pays them, and
 * compares it with what was earned, posted and left of the budgets. All of it from one snapshot.
 */
export async function recount(db: Db): Promise<Recounted> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => await recountIn(tx))
}

/** The same within a transaction. */
export async function recountIn(tx: Db): Promise<Recounted> {
  const broken: string[] = []
  for (const [rule, query] of Object.entries(recounts)) {
    const { rows } = await query.execute(tx)
    if (rows.length === 0) continue
    const ids = rows.slice(0, 5).map(({ id }) => id)
    broken.push(`Not so ${rows.length} times: ${rule} (${ids.join(', ')})`)
  }
  return { figures: await figuresOf(tx), broken }
}

async function figuresOf(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from conversion) as conversions, (select count(*) from refund) as refunds,
           (select count(*) from click) as clicks, (select count(*) from click where unique_of_day) as uniques,
           (select count(*) from earning) as earnings,
           (select coalesce(sum(crels), 0)::bigint from earning) as "crelsEarned",
           (select coalesce(sum(reversed_crels), 0)::bigint from earning) as "crelsTakenBack",
           (select count(*) from campaign) as campaigns`.execute(db)
  return rows[0]!
}
