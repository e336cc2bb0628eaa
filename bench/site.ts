import { sql } from 'kysely'
import { pino } from 'pino'
import { createApp, type App } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { joinDatabaseServer } from '#server/platform/database-server.ts'
import { openDatabase, type Db } from '#server/platform/database.ts'
import { nodeStart, startSite, temporaryDataDir } from '#testing/processes.ts'

/** The product in a process of its own, on an embedded database that waits for its disk. */
export interface BenchSite {
  /** By address, so that no name is looked up. */
  origin: string
  /** As its settings name it. */
  publicOrigin: string
  pid: number
  settings: Record<string, string>
  /** The owner's address of the database. */
  databaseUrl: string
  /** Works on the database as its owner. */
  db: Db
}

/**
 * Runs `work` with a site of its own, and ends it. As in production by default, without limits on rates: one address
 * sends everything here.
 */
export async function withSite<T>(
  work: (site: BenchSite) => Promise<T>,
  { command = nodeStart, settings = {} }: { command?: string[]; settings?: Record<string, string> } = {},
): Promise<T> {
  const always = { DATA_DIR: temporaryDataDir(), NODE_ENV: 'production', RATE_LIMIT: 'false' }
  const site = await startSite({ ...always, ...settings }, command)
  const { url } = await joinDatabaseServer(readConfig(site.settings))
  const db = openDatabase({ url, poolSize: 4, name: 'bench' })
  try {
    const { origin: publicOrigin, pid } = site
    const origin = publicOrigin.replace('localhost', '127.0.0.1')
    return await work({ origin, publicOrigin, pid, settings: site.settings, databaseUrl: url, db })
  } finally {
    await db.destroy()
    site.killGroup('SIGTERM')
    await site.ended
  }
}

/** Runs `work` with the product once more, in this process: to make what is measured with. It serves no requests. */
export async function withApp<T>(site: BenchSite, work: (app: App) => Promise<T>): Promise<T> {
  const config = { ...readConfig(site.settings), databaseUrl: site.databaseUrl, databasePool: 4 }
  const app = await createApp(config, pino({ level: 'silent' }))
  try {
    return await work(app)
  } finally {
    await app.close()
  }
}

/**
 * A day of domain time passes. The site runs as in production, where the clock stays; this database is the bench's own.
 */
export async function nextDay({ db }: BenchSite): Promise<void> {
  await sql`delete from production_use`.execute(db)
  await sql`update clock_offset set shift = shift + interval '1 day'`.execute(db)
}
