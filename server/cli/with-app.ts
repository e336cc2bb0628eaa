import type { Command } from 'commander'
import type { App } from '../app.ts'
import { readConfig, type Config } from '../config.ts'
import type { Tx } from '../platform/database.ts'

/** Runs `work` with the product on the installation's migrated database, and closes it. */
export async function withApp<T>(work: (app: App) => Promise<T>): Promise<T> {
  return await withDatabase(async (databaseUrl, config) => {
    // Loaded when it is needed: without it `crels --help` takes a tenth of the time.
    const { createApp } = await import('../app.ts')
    const { createLog } = await import('../platform/log.ts')
    const { migrate } = await import('../platform/migrate.ts')
    await migrate(databaseUrl)
    const app = await createApp({ ...config, databaseUrl }, createLog(config.logLevel, process.stderr))
    try {
      await app.jobs.install()
      return await work(app)
    } finally {
      await app.close()
    }
  })
}

/** Runs `work` in one transaction of the installation's database. */
export async function inTransaction<T>(work: (tx: Tx, app: App) => Promise<T>): Promise<T> {
  return await withApp(async (app) => await app.db.transaction().execute(async (tx) => await work(tx, app)))
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
  const text = command.optsWithGlobals().json ? JSON.stringify(answer, null, 2) : [lines].flat().join('\n')
  process.stdout.write(`${text}\n`)
}
