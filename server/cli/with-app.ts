import type { Command } from 'commander'
import type { App } from '../app.ts'
import { readConfig, type Config } from '../config.ts'
import type { Db, Tx } from '../platform/database.ts'
import type { Secret } from '../platform/secret.ts'
import { shownText } from './shown-text.ts'

/**
 * Runs `work` with the product on the installation's database, and closes it. Throws a MigrationProblem where that is not
 * migrated: only the commands for it change the database under what runs.
 */
export async function withApp<T>(work: (app: App) => Promise<T>): Promise<T> {
  return await withDatabase(async (databaseUrl, config) => {
    // Loaded when it is needed: without it `crels --help` takes a tenth of the time.
    const { createApp } = await import('../app.ts')
    const { createLog } = await import('../platform/log.ts')
    const { makeOrRequireMigrated } = await import('../platform/migrate.ts')
    await makeOrRequireMigrated(databaseUrl)
    // Past any pooler, which may be what an operator is looking into (decision 103).
    const direct = { ...config, databaseUrl, databasePooledUrl: null }
    const app = await createApp(direct, createLog(config.logLevel, process.stderr))
    try {
      await app.jobs.install()
      return await work(app)
    } finally {
      await app.close()
    }
  })
}

/** The same on the database alone, which is done sooner; with `migrates` it is brought up to this program before. */
export async function withDb<T>(
  work: (db: Db, config: Config) => Promise<T>,
  { migrates = false } = {},
): Promise<T> {
  return await withDatabase(async (url, config) => {
    const { openDatabase } = await import('../platform/database.ts')
    const { makeOrRequireMigrated, migrate } = await import('../platform/migrate.ts')
    await (migrates ? migrate(url) : makeOrRequireMigrated(url))
    const db = openDatabase({ url, poolSize: 1, name: 'crels command' })
    try {
      if (config.clickPlaces.clickHouseUrl === null) return await work(db, config)
      const { withClicksBeside } = await import('../modules/clicks/public.ts')
      return await withClicksBeside(config.clickPlaces, db, async () => await work(db, config))
    } finally {
      await db.destroy()
    }
  })
}

/** Runs `work` in one transaction of that database, under the product's role. */
export async function inTransaction<T>(work: (tx: Tx, config: Config) => Promise<T>): Promise<T> {
  return await withDb(async (db, config) => await asProduct(db, async (tx) => await work(tx, config)))
}

/** The same with the keys that seal. */
export async function inSealingTransaction<T>(
  work: (tx: Tx, secret: Secret, config: Config) => Promise<T>,
): Promise<T> {
  return await withDb(async (db, config) => {
    const { openKeyring } = await import('../platform/keyring.ts')
    const { sealedPlaces } = await import('../sealed-places.ts')
    const { secret } = await openKeyring(db, config, sealedPlaces)
    return await asProduct(db, async (tx) => await work(tx, secret, config))
  })
}

async function asProduct<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { sql } = await import('kysely')
  const { appRole, appRoleExists } = await import('../platform/database.ts')
  const { inTransaction: inOne } = await import('../platform/transaction.ts')
  return await inOne(db, async (tx) => {
    if (await appRoleExists(tx)) await sql`set local role ${sql.id(appRole)}`.execute(tx)
    return await work(tx)
  })
}

/** Runs `work` with the address of the installation's database: the running site's, or started for the purpose. */
export async function withDatabase<T>(work: (databaseUrl: string, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig()
  const { joinDatabaseServer } = await import('../platform/database-server.ts')
  const database = await joinDatabaseServer(config)
  try {
    return await work(database.url, config)
  } finally {
    await database.stop()
  }
}

/** Prints an answer: as JSON with `--json`, otherwise as lines for people. */
export function print(command: Command, answer: unknown, lines: string | string[]): void {
  const text = command.optsWithGlobals().json
    ? JSON.stringify(answer, null, 2)
    : [lines].flat().map(shownText).join('\n')
  process.stdout.write(`${text}\n`)
}
