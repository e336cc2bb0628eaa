import type { App } from './app.ts'
import { generate } from './build/generate.ts'
import { readConfig } from './config.ts'
import { openDatabaseServer } from './platform/database-server.ts'
import { sayAtStart } from './doctor/say-at-start.ts'
import { createLog } from './platform/log.ts'
import { requireMigrated } from './platform/migrate.ts'
import { keepFilesPrivate } from './platform/private-files.ts'
import { endOnCrash, say, type Run } from './platform/run-process.ts'

/** The product for a process of its own, on a database that `crels migrate` has brought up to date. */
export async function openApp({ onStop, stopMayTakeLonger }: Run): Promise<App> {
  const config = readConfig()
  stopMayTakeLonger(config.drainSec)
  await generate()
  keepFilesPrivate()
  const { createApp } = await import('./app.ts')
  const database = await openDatabaseServer(config, say, endOnCrash)
  onStop(database.stop)
  await requireMigrated(database.url)
  const log = createLog(config.logLevel)
  const app = await createApp({ ...config, databaseUrl: database.url }, log, { settings: config })
  onStop(app.close)
  await app.jobs.install()
  void sayAtStart(app, log)
  return app
}
