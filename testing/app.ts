import { rmSync } from 'node:fs'
import { pino } from 'pino'
import { inject } from 'vitest'
import { createApp, type App, type AppParts } from '../server/app.ts'
import type { Config } from '../server/config.ts'
import { testConfig } from './config.ts'
import { createTestDatabase } from './database.ts'
import { watchOperatorLog } from './operator-log.ts'

export interface TestApp extends App {
  /** The owner's address of this test's database. */
  databaseUrl: string
}

/**
 * The whole product on a database of its own, for `server.inject()`; `close()` removes both. It has every page, and
 * without `webDir` no file that one loads. What operators did in it and is not in their log fails at its end.
 */
export async function startTestApp(changes: Partial<Config> = {}, parts: AppParts = {}): Promise<TestApp> {
  const database = await createTestDatabase()
  const config = testConfig(database.url, changes)
  const log = pino({ level: config.logLevel })
  const app = await createApp(config, log, { webDir: inject('webDirWithoutAssets'), ...parts })
  const unlogged = watchOperatorLog(app)
  return {
    ...app,
    databaseUrl: database.url,
    close: async () => {
      await app.close()
      await database.drop()
      rmSync(config.dataDir, { recursive: true, force: true })
      if (unlogged().length > 0)
        throw new Error(`Without an entry in the log of acts: ${unlogged().join(', ')}`)
    },
  }
}

/** Another process on the database of one, as the product sees it; its `close()` leaves the database. */
export async function startBeside(
  { databaseUrl }: Pick<TestApp, 'databaseUrl'>,
  changes: Partial<Config> = {},
): Promise<TestApp> {
  const config = testConfig(databaseUrl, changes)
  const app = await createApp(config, pino({ level: config.logLevel }), { webDir: inject('webDir') })
  await app.server.ready()
  return {
    ...app,
    databaseUrl,
    close: async () => {
      await app.close()
      if (changes.dataDir === undefined) rmSync(config.dataDir, { recursive: true, force: true })
    },
  }
}
