import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { DatabaseLogins } from './platform/database-logins.ts'
import { openDatabase, type Db } from './platform/database.ts'
import type { DatabaseHealth } from './platform/database-health.ts'
import { StaleReads, type PrimaryPools } from './platform/stale-reads/stale-reads.ts'

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
): PrimaryPools {
  const options = { poolSize: config.databasePool, waitSec: config.databaseWaitSec, databaseHealth }
  const poolSize = Math.min(preparedPoolMax, config.databasePool)
  return {
    db: openDatabase({ ...options, ...logins.of('app') }),
    preparedDb: openDatabase({ ...options, ...logins.of('lists'), poolSize, name: 'crels lists' }),
  }
}

/** Reads from the replicas of DATABASE_REPLICA_URLS, each with pools like the primary's, and from the primary else. */
export function openStaleReads(
  { databaseReplicaUrls, databaseReplicaLagSec, databasePool, databaseWaitSec: waitSec }: Config,
  logins: DatabaseLogins,
  primary: PrimaryPools & { databaseHealth: DatabaseHealth; log: Logger },
): StaleReads {
  const { log } = primary
  const replicas = databaseReplicaUrls.map((url, at) => ({
    number: at + 1,
    app: { ...logins.at(url, 'app'), poolSize: databasePool, waitSec },
    lists: { ...logins.at(url, 'lists'), poolSize: Math.min(preparedPoolMax, databasePool), waitSec },
    log,
  }))
  const reads = new StaleReads(
    { ...primary, url: logins.listening },
    { replicas, lagMaxMs: databaseReplicaLagSec * 1_000, log },
  )
  for (const { pools } of reads.replicas)
    for (const [name, pool] of pools) primary.databaseHealth.pools.set(name, pool)
  return reads
}
