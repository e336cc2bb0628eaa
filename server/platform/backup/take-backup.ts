import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createZstdCompress } from 'node:zlib'
import type { Config } from '#server/config.ts'
import { currentSecret, type InstallationSecret } from '../installation-secret.ts'
import { programVersion } from '../migration-files.ts'
import { archiveFiles } from './archive-files.ts'
import { missingBackup, missingText } from './backup-folder.ts'
import { recordBackup } from './backup-queries.ts'
import {
  backupKeys,
  partFile,
  partNames,
  type BackupKeys,
  type BackupManifest,
  type PartName,
} from './backup-manifest.ts'
import { BackupProblem } from './backup-problem.ts'
import { streamBaseBackup, type BaseBackup } from './base-backup.ts'
import { removeDrafts, removeOlder } from './old-backups.ts'
import { sealingStream } from './sealed-stream.ts'
import { syncFolder } from '../sync-folder.ts'
import { tarEnd, tarHeader, tarPadding } from './tar.ts'
import { addTombstones, readTombstones } from './backup-tombstones.ts'
import { openDatabase } from '../database.ts'
import { withClient } from '../with-client.ts'

export interface BackupOrder {
  /** The folder of backups, by its absolute path; each has a folder of its own in it. */
  to: string
  /** Whether it may be without the last backup that was put there; else that is a disk which is not mounted. */
  isNew: boolean
  /** How many are kept: older ones of the same database are removed when this one is whole. */
  keep: number | null
  /** Puts the SECRET into it, which only an encrypted one may have. */
  withSecret: boolean
  /** Where its server is: in DATA_DIR, or at DATABASE_URL. */
  server: 'embedded' | 'own'
}

/** A backup that is whole, and on the disk. */
export interface TakenBackup {
  folder: string
  manifest: BackupManifest
  bytes: number
  tookMs: number
  removed: string[]
}

function nameAt(time: number): string {
  return `crels-${new Date(time).toISOString().replace(/[-:]|\.\d+/g, '')}`
}

/**
 * Backs up a running installation: its database as of one moment, uploaded files, and who has left. It is made beside its
 * place and renamed when the disk has all of it, so that a folder with its name is whole. Throws a BackupProblem.
 */
export async function takeBackup(
  config: Config & { databaseUrl: string },
  { to, isNew, keep, withSecret, server }: BackupOrder,
): Promise<TakenBackup> {
  if (withSecret && config.backupKey === null)
    throw new BackupProblem('The SECRET is only put into a backup that is encrypted: set BACKUP_KEY')
  if (!isNew) await requireMounted(config.databaseUrl, to)
  await mkdir(to, { recursive: true, mode: 0o700 })
  let began = Date.now()
  // By its second: one that follows another at once waits for the next.
  for (; existsSync(join(to, nameAt(began))); began = Date.now()) await sleep(100)
  const name = nameAt(began)
  const draft = join(to, `${name}.draft-${process.pid}`)
  await removeDrafts(to)
  await mkdir(draft, { mode: 0o700 })
  try {
    const keys = config.backupKey === null ? null : backupKeys(config.backupKey)
    const before = await describeDatabase(config.databaseUrl)
    const database = await writeDatabase(draft, config.databaseUrl, { name, keys })
    const { takenAt } = await describeDatabase(config.databaseUrl)
    const tombstones = await addTombstones(join(to, 'tombstones'), [
      ...(await readTombstones(join(config.dataDir, 'tombstones'))),
      ...(await listTombstones(config.databaseUrl)),
    ])
    const secret = knownSecret(config, withSecret)
    const files = await writePart(
      draft,
      'files',
      keys,
      archiveFiles(config, withSecret ? secret!.text : null),
    )
    const { manifest: _, ...place } = database.made
    const rest: Omit<BackupManifest, 'seal'> = {
      format: 1,
      name,
      crels: programVersion(),
      migration: before.migration,
      takenAt,
      postgres: {
        server,
        version: before.version,
        machine: before.machine,
        ...place,
        logFileBytes: before.logFileBytes,
        role: before.role,
        database: before.database,
      },
      secretFingerprint: secret?.fingerprint ?? null,
      hasSecret: withSecret,
      files: config.filesUrl === null ? 'here' : 'in the store of FILES_URL',
      tombstones,
      encryption: keys && { salt: keys.salt },
      parts: { database: database.part, files },
    }
    const manifest = { ...rest, seal: keys?.seal(rest) ?? null }
    await writeFile(join(draft, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true })
    await syncFolder(draft)
    const folder = join(to, name)
    await rename(draft, folder)
    await syncFolder(to)
    const bytes = partNames.reduce((sum, part) => sum + manifest.parts[part].bytes, 0)
    await recordBackup(config.databaseUrl, { takenAt, bytes, isEncrypted: keys !== null, folder: to, name })
    const removed =
      keep === null ? [] : await removeOlder({ databaseUrl: config.databaseUrl, to }, manifest, keep)
    return { folder, manifest, bytes, tookMs: Date.now() - began, removed }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC'
      ? new BackupProblem(`The disk of ${to} is full: nothing was kept of this backup`, { cause: error })
      : error
  }
}

async function requireMounted(databaseUrl: string, to: string): Promise<void> {
  const db = openDatabase({ url: databaseUrl, poolSize: 1, name: 'crels backup' })
  const missing = await missingBackup(db, to).finally(() => db.destroy())
  if (missing !== null)
    throw new BackupProblem(`${missingText(to, missing)} --new-folder says that it is to begin anew`)
}

/** The SECRET, where it is set or kept here: none is made for a backup. */
function knownSecret(config: Config, isWanted: boolean): InstallationSecret | null {
  if (config.secret !== null || existsSync(join(config.dataDir, 'secret'))) return currentSecret(config)
  if (isWanted)
    throw new BackupProblem('SECRET is neither set here nor in DATA_DIR: it cannot be put into the backup')
  return null
}

/** The server's files as it streams them, and its own list of them as the last. */
async function writeDatabase(
  draft: string,
  databaseUrl: string,
  { name, keys }: { name: string; keys: BackupKeys | null },
) {
  const { archive, done } = await streamBaseBackup(databaseUrl, name)
  let made: BaseBackup
  async function* whole() {
    yield* withoutEnd(archive)
    made = await done
    const { manifest } = made
    yield Buffer.concat([
      tarHeader('backup_manifest', manifest.length),
      manifest,
      tarPadding(manifest.length),
      tarEnd,
    ])
  }
  const part = await writePart(draft, 'database', keys, whole())
  return { part, made: made! }
}

/** An archive without the zeros that end it, to go on with. */
async function* withoutEnd(archive: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let last = Buffer.alloc(0)
  for await (const chunk of archive) {
    const all = Buffer.concat([last, chunk])
    const cut = Math.max(0, all.length - tarEnd.length)
    if (cut > 0) yield all.subarray(0, cut)
    last = all.subarray(cut)
  }
  if (!last.equals(tarEnd)) throw new BackupProblem('The database ended its archive too early')
}

/** Compresses a part, encrypts it, and writes it to the disk. */
async function writePart(
  draft: string,
  name: PartName,
  keys: BackupKeys | null,
  source: AsyncIterable<Buffer>,
): Promise<BackupManifest['parts'][PartName]> {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(
    source,
    createZstdCompress(),
    keys ? sealingStream(keys.of(name)) : new PassThrough(),
    async function* (written: AsyncIterable<Buffer>) {
      for await (const chunk of written) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    createWriteStream(join(draft, partFile(name, keys !== null)), { flags: 'wx', mode: 0o600, flush: true }),
  )
  return { bytes, sha256: hash.digest('hex') }
}

async function describeDatabase(url: string) {
  return await withClient(url, async (client) => {
    const { rows } = await client.query<
      Record<'migration' | 'version' | 'machine' | 'role' | 'database' | 'takenAt', string> & {
        logFileBytes: number
      }
    >(
      `select (select max(name) from schema_migration) as migration, current_setting('server_version') as version,
         coalesce(substring(version() from ' on ([^ ,]+)'), '') as machine,
         pg_size_bytes(current_setting('wal_segment_size'))::int as "logFileBytes",
         current_user as role, current_database() as database,
         to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "takenAt"`,
    )
    return rows[0]!
  })
}

/** Who has left, by the database; the file of this machine may be of another. */
async function listTombstones(url: string): Promise<string[]> {
  return await withClient(url, async (client) => {
    const { rows } = await client.query<{ hash: string }>(
      `select encode(person_hash, 'hex') as hash from tombstone`,
    )
    return rows.map(({ hash }) => hash)
  })
}
