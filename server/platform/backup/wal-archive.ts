import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createZstdCompress } from 'node:zlib'
import { requireSameArchive } from './archive-marker.ts'
import { archivedName, logKey, logSaltBytes, readArchived } from './archived-file.ts'
import { listBackups, openingKeys, type BackupManifest } from './backup-manifest.ts'
import { BackupProblem } from './backup-problem.ts'
import { logFileOf, placeOf, usualLogFileBytes } from './log-files.ts'
import { sealingStream } from './sealed-stream.ts'
import { syncFolder } from '../sync-folder.ts'

/**
 * Puts a file of PostgreSQL's log into the archive: compressed, encrypted by BACKUP_KEY where that is set, and on the
 * disk when it answers. For `archive_command`: once more with the same file changes nothing, and another file of the same
 * name is refused, as is a folder that has become another than the one that this server's log went to.
 */
export async function archiveLog(
  { path, name, archive }: { path: string; name: string; archive: string },
  keys: Parameters<typeof openingKeys>[0],
): Promise<void> {
  const { backupKey } = keys
  if (!/^[0-9A-F]{8}(\.history|[0-9A-F]{16}(\.[0-9A-F]{8}\.backup|\.partial)?)$/.test(name))
    throw new BackupProblem(`${name} is no file of PostgreSQL's log`)
  await requireSameArchive(archive, path)
  const place = join(archive, archivedName(name, backupKey !== null))
  if (await isThere(place)) {
    // Whoever put it there may have been killed before the folder was kept.
    if ((await readArchived(place, openingKeys(keys))).equals(await readFile(path)))
      return await syncFolder(archive)
    throw new BackupProblem(
      `${place} is there already, and is of another file: is it another installation's?`,
    )
  }
  const draft = `${place}.draft-${randomBytes(4).toString('hex')}`
  const salt = randomBytes(logSaltBytes)
  const written = await open(draft, 'wx', 0o600)
  try {
    await pipeline(
      createReadStream(path),
      createZstdCompress(),
      backupKey === null ? new PassThrough() : sealingStream(logKey(backupKey, salt)),
      startingWith(backupKey === null ? Buffer.alloc(0) : salt),
      written.createWriteStream({ flush: true }),
    )
    await rename(draft, place)
  } catch (error) {
    // PostgreSQL tries again within a minute: on a full disk each try would leave what it had written.
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
  await syncFolder(archive)
}

/**
 * Removes what no backup of a folder needs any more: log from before the oldest one's beginning. Nothing as long as the
 * folder has fewer of a server than are kept: backups of before are elsewhere, and need it. Answers how many files.
 */
export async function removeOlderLog(
  backups: string,
  archive: string,
  { keep, systemId }: { keep: number; systemId: string },
): Promise<number> {
  const made = await listBackups(backups)
  if (made.filter(({ postgres }) => postgres.systemId === systemId).length < keep) return 0
  const needs = made.map(({ postgres }) => {
    const fileBytes = logFileBytesOf(postgres, made)
    return { fileBytes, from: placeOf(postgres.startLsn, fileBytes) }
  })
  let removed = 0
  for (const name of await readdir(archive).catch(() => [])) {
    const isOlder = needs.every(
      ({ fileBytes, from }) => (logFileOf(name, fileBytes)?.place ?? Infinity) < from,
    )
    if (!isOlder) continue
    await rm(join(archive, name))
    removed += 1
  }
  return removed
}

/** Of a backup that does not say it, another one of the same server may; else it is what servers are made with. */
function logFileBytesOf(postgres: BackupManifest['postgres'], made: BackupManifest[]): number {
  const same = made.filter((other) => other.postgres.systemId === postgres.systemId)
  const others = same.map((other) => other.postgres.logFileBytes).filter((bytes) => bytes !== undefined)
  return postgres.logFileBytes ?? others.at(-1) ?? usualLogFileBytes
}

/**
 * Settings that have the embedded server hand its log to `crels wal-archive`: each file when it is full, and after a
 * minute at the latest where anything was written.
 */
export function archiveSettings({ walArchiveDir }: { walArchiveDir: string | null }): Record<string, string> {
  if (walArchiveDir === null) return {}
  const command = [process.execPath, fileURLToPath(import.meta.resolve('../../cli.ts')), 'wal-archive']
  const quoted = [...command, '--to', walArchiveDir].map(
    (word) => `'${word.replaceAll('%', '%%').replaceAll("'", `'\\''`)}'`,
  )
  return {
    archive_mode: 'on',
    archive_timeout: '60',
    archive_command: `${quoted.join(' ')} '%p' '%f'`,
  }
}

function startingWith(head: Buffer) {
  return async function* (chunks: AsyncIterable<Buffer>) {
    if (head.length > 0) yield head
    yield* chunks
  }
}

async function isThere(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  )
}
