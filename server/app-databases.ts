import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { appRoleExists, openDatabase, type Db } from './platform/database.ts'
import type { Pulse } from './platform/pulse.ts'

/** Connections of the pool that keeps plans: what it is asked is quick, and each has to make its own. */
const preparedPoolMax = 4

/**
 * The product's pools, under the role `crels_app` where there is one: `db` for everything, `preparedDb` for what is asked
 * often and only reads (docs/decisions/027-lists-keep-their-plans.md).
 */
export async function openAppDatabases(
  config: Config & { databaseUrl: string },
  pulse: Pulse,
  log: Logger,
): Promise<{ db: Db; preparedDb: Db }> {
  const options = {
    url: config.databaseUrl,
    poolSize: config.databasePool,
    waitSec: config.databaseWaitSec,
    pulse,
  }
  const probe = openDatabase({ ...options, poolSize: 1 })
  const asApp = await appRoleExists(probe).finally(() => probe.destroy())
  if (!asApp)
    log.warn('There is no role crels_app to work under: the ledger is guarded by its triggers alone')
  const poolSize = Math.min(preparedPoolMax, config.databasePool)
  return {
    db: openDatabase({ ...options, asApp }),
    preparedDb: openDatabase({ ...options, asApp, poolSize, prepared: true }),
  }
}
