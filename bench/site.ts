import { pino } from 'pino'
import { createApp, type App } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { joinDatabaseServer } from '#server/platform/database-server.ts'
import { nodeStart, startSite, temporaryDataDir } from '#testing/processes.ts'

/** The product in a process of its own, as in production, on an embedded database that waits for its disk. */
export interface BenchSite {
  /** By address, so that no name is looked up. */
  origin: string
  pid: number
  /** The product once more, in this process, to make what is measured with; it answers nobody. */
  app: App
  /** The owner's address of the database. */
  databaseUrl: string
}

/** Runs `work` with a site of its own, and ends it. No limits on rates: one address sends everything here. */
export async function withSite<T>(
  work: (site: BenchSite) => Promise<T>,
  command: string[] = nodeStart,
): Promise<T> {
  const settings = { DATA_DIR: temporaryDataDir(), NODE_ENV: 'production', RATE_LIMIT: 'false' }
  const site = await startSite(settings, command)
  const config = readConfig(site.settings)
  const { url } = await joinDatabaseServer(config)
  const app = await createApp({ ...config, databaseUrl: url, databasePool: 4 }, pino({ level: 'silent' }))
  try {
    const origin = site.origin.replace('localhost', '127.0.0.1')
    return await work({ origin, pid: site.pid, app, databaseUrl: url })
  } finally {
    await app.close()
    site.killGroup('SIGTERM')
    await site.ended
  }
}
