import pg from 'pg'
import type { Config } from '../config.ts'
import { archiveSettings } from './backup/wal-archive.ts'
import { dataDirAt, prepareDataDir } from './embedded-postgres/data-dir.ts'
import { explainLostDisk } from './embedded-postgres/explain-failure.ts'
import {
  joinEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from './embedded-postgres/start.ts'
import { StartProblem } from './embedded-postgres/start-problem.ts'

/** The PostgreSQL to work on; `stop` ends it where it is ours. */
export type DatabaseServer = EmbeddedPostgres

/**
 * The server at DATABASE_URL, or the embedded one started in DATA_DIR. If that ends by itself, `onCrash` is called.
 * Throws a StartProblem with a line for people.
 */
export async function openDatabaseServer(
  config: Config,
  log: (line: string) => void,
  onCrash: (reason: string) => void,
): Promise<DatabaseServer> {
  const { dataDir } = config
  const settings = archiveSettings(config)
  return (await external(config)) ?? (await startEmbeddedPostgres({ dataDir, settings, log, onCrash }))
}

/** The same for a command beside a running site: joins the embedded server that the site has started. */
export async function joinDatabaseServer(config: Config): Promise<DatabaseServer> {
  const { dataDir } = config
  const settings = archiveSettings(config)
  return (await external(config)) ?? (await joinEmbeddedPostgres({ dataDir, settings, log: () => {} }))
}

/** What to say of a start that failed on the opened server: a full disk where that was the reason, else `error`. */
export function explainStart(config: Config, error: unknown): unknown {
  return config.databaseUrl ? error : explainLostDisk(config.dataDir, error)
}

async function external({ databaseUrl, dataDir }: Config): Promise<DatabaseServer | undefined> {
  if (!databaseUrl) return undefined
  requireUsable(databaseUrl)
  // Clicks and the secret are there, wherever the database is.
  await prepareDataDir(dataDirAt(dataDir))
  return { url: databaseUrl, stop: async () => {} }
}

/** An address may be well formed and name certificates that are not there, which the driver reads. */
function requireUsable(databaseUrl: string): void {
  try {
    void new pg.Client({ connectionString: databaseUrl })
  } catch (cause) {
    throw new StartProblem(`DATABASE_URL: ${(cause as Error).message}`, { cause })
  }
}
