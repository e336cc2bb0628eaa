import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openDatabase } from '../database.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../embedded-postgres/start.ts'
import { migrate } from '../migrate.ts'
import { openManifest, type BackupManifest, type OpeningKeys } from './backup-manifest.ts'
import { BackupProblem } from './backup-problem.ts'
import { addTombstones, readTombstones } from './backup-tombstones.ts'
import {
  archivedLogFolder,
  layOutLog,
  recoverySettings,
  requireAfterBackup,
  type LaidLog,
  type LogTarget,
} from './lay-out-log.ts'
import { requireEmpty, requireKind } from './restore-place.ts'
import { markRestored, type Restoration } from './restoration.ts'
import { matchFiles, type MatchedFiles } from '../files/match-files.ts'
import { unpackBackup } from './unpack-backup.ts'
import { syncFolder } from '../sync-folder.ts'
import { withClient } from '../with-client.ts'

export interface RestoreOrder {
  /** The folder of one backup. */
  from: string
  /** A data directory that is not there yet, or is empty. */
  to: string
  openBy: OpeningKeys
  /** Goes on from the backup by archived log, to its end or to a moment. */
  log?: LogTarget | undefined
  /** What is asked before anything is unpacked. */
  accept?(manifest: BackupManifest): Promise<void>
  /** What is looked at before it is put in place; the database is marked as restored by then. */
  inspect?(place: { databaseUrl: string; dataDir: string; manifest: BackupManifest }): Promise<void>
}

export interface RestoredBackup {
  manifest: BackupManifest
  restoration: Restoration
  /** What the database is as of. */
  asOf: string
  /** The log that it went on by. */
  laid: LaidLog | null
  /** Null where files are in the store of FILES_URL. */
  files: MatchedFiles | null
  tookMs: number
}

/**
 * Puts a backup into a new data directory: unpacks and proves it, has PostgreSQL recover it, and marks it as restored, so
 * that nothing leaves before a person confirms. All of it is made in a folder inside and moved to its place at the end,
 * the database last: a restore that was cut off is no installation. Throws a BackupProblem.
 */
export async function restoreBackup(order: RestoreOrder): Promise<RestoredBackup> {
  const began = Date.now()
  const { from, to, openBy, log } = order
  const opened = await openManifest(from, openBy)
  const { manifest } = opened
  await requireEmpty(to)
  requireKind(from, manifest, 'embedded')
  if (log) requireAfterBackup(log, manifest)
  await order.accept?.(manifest)
  const draft = join(to, '.restore')
  await mkdir(draft, { recursive: true, mode: 0o700 })
  try {
    await unpackBackup({ folder: from, ...opened }, draft)
    requireKind(from, manifest, 'embedded', join(draft, 'postgres'))
    // Beside the backups are the tombstones of the newest of them.
    const newest = await readTombstones(join(dirname(from), 'tombstones'))
    await addTombstones(join(draft, 'tombstones'), newest)
    const laid = log ? await layOutLog({ ...log, cluster: join(draft, 'postgres'), manifest, openBy }) : null
    const server = await start(draft).catch((error: unknown) => {
      throw explainRecovery(error, log?.until ?? null)
    })
    let restoration: Restoration
    let asOf: string
    let files: MatchedFiles | null
    try {
      asOf = log ? await recoveredTo(server) : manifest.takenAt
      await migrate(server.url)
      const owner = openDatabase({ url: server.url, poolSize: 1, name: 'crels restore' })
      try {
        restoration = await markRestored(owner, asOf)
        // By the log the database may have forgotten since whose they are.
        files = manifest.files === 'here' ? await matchFiles(owner, draft) : null
      } finally {
        await owner.destroy()
      }
      await order.inspect?.({ databaseUrl: server.url, dataDir: draft, manifest })
    } finally {
      await server.stop()
    }
    await rm(join(draft, 'postgres', archivedLogFolder), { recursive: true, force: true })
    await moveIntoPlace(draft, to)
    return { manifest, restoration, asOf, laid, files, tookMs: Date.now() - began }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  // It is ready when it has recovered, not when it can be read.
  return await startEmbeddedPostgres({ dataDir, settings: { hot_standby: 'off' }, log: () => {} })
}

function explainRecovery(error: unknown, until: string | null): unknown {
  const { message, cause } = error as Error
  return until !== null &&
    /recovery target was reached/.test(`${message} ${(cause as Error | undefined)?.message}`)
    ? new BackupProblem(`The archived log ends before ${until}: leave --at out to have all of it`, {
        cause: error,
      })
    : error
}

/** When the last transaction was that the log had; the server forgets how it was recovered. */
async function recoveredTo(server: EmbeddedPostgres): Promise<string> {
  return await withClient(server.url, async (client) => {
    const { rows } = await client.query<{ at: string | null }>(
      `select to_char(pg_last_xact_replay_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
    )
    for (const name of recoverySettings) await client.query(`alter system reset ${name}`)
    return rows[0]!.at ?? new Date().toISOString()
  })
}

/** The names that an installation keeps; the database last. */
const kept = ['files', 'tombstones', 'secret', 'postgres']

async function moveIntoPlace(draft: string, to: string): Promise<void> {
  for (const name of kept) if (existsSync(join(draft, name))) await rename(join(draft, name), join(to, name))
  await rm(draft, { recursive: true, force: true })
  await syncFolder(to)
}
