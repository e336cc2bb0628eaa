import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { hasDevelopmentTools } from '../development-tools.ts'
import type { Db } from './database.ts'
import { StartProblem } from './embedded-postgres/start-problem.ts'

/** Where a database served people, and since when. */
export interface ProductionUse {
  publicOrigin: string
  firstAt: Date
}

/**
 * Remembers in the database that it serves people, where this process is more than development. Throws a StartProblem
 * where the clock was moved in development: every date of real money would be wrong.
 */
export async function recordProductionUse(
  db: Db,
  config: Pick<Config, 'developmentTools' | 'env' | 'host' | 'publicOrigin'>,
): Promise<void> {
  if (hasDevelopmentTools(config)) return
  await db.transaction().execute(async (tx) => {
    // The row's lock: a command that moves the clock meanwhile waits, and then finds the database in production.
    const { rows } = await sql<{ moved: boolean }>`
      select shift <> '0' as moved from clock_offset for update`.execute(tx)
    if (rows[0]?.moved)
      throw new StartProblem(
        'The clock of this database was moved in development: put it back first with `crels clock --reset`, and mind what was dated meanwhile.',
      )
    await sql`
      insert into production_use (public_origin) values (${config.publicOrigin})
      on conflict (only_row) do update set public_origin = excluded.public_origin, last_at = clock_timestamp()`.execute(
      tx,
    )
  })
}

/** Where this database serves or served people; null for one of development. */
export async function productionUse(db: Db): Promise<ProductionUse | null> {
  const { rows } = await sql<ProductionUse>`
    select public_origin as "publicOrigin", first_at as "firstAt" from production_use`.execute(db)
  return rows[0] ?? null
}

/** Makes a copy of a production database one of development; answers whether the origin was the right one. */
export async function forgetProductionUse(db: Db, publicOrigin: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from production_use where public_origin = ${publicOrigin}`.execute(db)
  return numAffectedRows === 1n
}
