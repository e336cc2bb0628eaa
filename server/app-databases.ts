import type { Config } from './config.ts'
import type { DatabaseLogins } from './platform/database-logins.ts'
import { openDatabase, type Db } from './platform/database.ts'
import type { DatabaseHealth } from './platform/database-health.ts'

/** Runs `work` on one connection of the role of DATABASE_URL, which owns the tables of all modules. */
export async function withOwner<T>(
  { databaseUrl, databaseWaitSec }: Pick<Config, 'databaseWaitSec'> & { databaseUrl: string },
  work: (owner: Db) => Promise<T>,
): Promise<T> {
  const owner = openDatabase({ url: databaseUrl, poolSize: 1, waitSec: databaseWaitSec, name: 'crels owner' })
  return await work(owner).finally(() => owner.destroy())
}

/** Connections of the pool that keeps plans: what it is asked is quick, and each has to make its own. */
const preparedPoolMax = 4

/**
 * The product's pools: `db` for everything, `preparedDb` for what is asked often and only reads
 * (docs/decisions/027-lists-use-generic-plans.md).
 */
export function openAppDatabases(
  config: Config,
  logins: DatabaseLogins,
  databaseHealth: DatabaseHealth,
): { db: Db; preparedDb: Db } {
  const options = { poolSize: config.databasePool, waitSec: config.databaseWaitSec, databaseHealth }
  const poolSize = Math.min(preparedPoolMax, config.databasePool)
  return {
    db: openDatabase({ ...options, ...logins.of('app') }),
    preparedDb: openDatabase({ ...options, ...logins.of('lists'), poolSize, name: 'crels lists' }),
  }
}
