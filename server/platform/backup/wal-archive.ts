import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile, appendFile } from 'node:fs/promises'
import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PassThrough, pipeline as pipelineOf } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { backupKeys, listBackups, type BackupManifest } from './backup-manifest.ts'
import { BackupProblem } from './backup-problem.ts'
import { openingStream, sealingStream } from './sealed-stream.ts'

/** Archived log to go on by from a backup. */
export interface LogTarget {
  /** The folder in which `archiveLog` has put it. */
  archive: string
  /** The last moment that is recovered; all there is without one. */
  until: string | null
}

/**
 * Puts a file of PostgreSQL's log into the archive: compressed, encrypted by BACKUP_KEY where that is set, and on the
 * disk when it answers. For `archive_command`: once more with the same file changes nothing, and another file of the same
 * name is refused.
 */
export async function archiveLog(
  { path, name, archive }: { path: string; name: string; archive: string },
  backupKey: string | null,
): Promise<void> {
  if (!/^[0-9A-F]{8}(\.history|[0-9A-F]{16}(\.[0-9A-F]{8}\.backup|\.partial)?)$/.test(name))
    throw new BackupProblem(`${name} is no file of PostgreSQL's log`)
  await mkdir(archive, { recursive: true, mode: 0o700 })
  const place = join(archive, archivedName(name, backupKey !== null))
  const sum = await sumOf(createReadStream(path))
  if (await isThere(place)) {
    if ((await sumOf(readArchived(place, backupKey))) === sum) return
    throw new BackupProblem(
      `${place} is there already, and is of another file: is it another installation's?`,
    )
  }
  const draft = `${place}.draft-${randomBytes(4).toString('hex')}`
  const salt = randomBytes(16)
  await pipeline(
    createReadStream(path),
    createZstdCompress(),
    backupKey === null ? new PassThrough() : sealingStream(logKey(backupKey, salt)),
    startingWith(backupKey === null ? Buffer.alloc(0) : salt),
    createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
  )
  await rename(draft, place)
}

/** Removes what no backup of a folder needs any more: log from before the oldest one's beginning. */
export async function removeOlderLog(backups: string, archive: string): Promise<number> {
  const starts = (await listBackups(backups)).map(({ postgres }) => segmentOf(postgres))
  if (starts.length === 0) return 0
  const oldest = starts.sort()[0]!
  let removed = 0
  for (const name of await readdir(archive).catch(() => [])) {
    const segment = /^[0-9A-F]{8}([0-9A-F]{16})[.]/.exec(name)?.[1]
    if (segment === undefined || segment >= oldest) continue
    await rm(join(archive, name))
    removed += 1
  }
  return removed
}

/** Of the log's file with a place, the part of its name that says where it is; the timeline comes before. */
function segmentOf({ startLsn }: Pick<BackupManifest['postgres'], 'startLsn'>): string {
  const [high, low] = startLsn.split('/').map((part) => Number.parseInt(part, 16))
  const hex = (number: number) => number.toString(16).toUpperCase().padStart(8, '0')
  // By files of 16 MB.
  return `${hex(high!)}${hex(Math.floor(low! / 2 ** 24))}`
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

/** Where a cluster that is recovered has the archived log, and by which settings it does. */
export const archivedLogFolder = 'archived_log'
export const recoverySettings = ['restore_command', 'recovery_target_action', 'recovery_target_time'] as const

/** Throws a BackupProblem for a moment that is before a backup: its log leads forward alone. */
export function requireAfterBackup({ until }: Pick<LogTarget, 'until'>, { takenAt }: BackupManifest): void {
  if (until !== null && until < takenAt)
    throw new BackupProblem(`${until} is before the backup was complete (${takenAt}): take an older backup`)
}

/**
 * Lays out the archived log beside a restored cluster and has the server recover by it: from the backup to `until`, or
 * to the end of what there is, and then go on on a timeline of its own.
 */
export async function prepareLog({
  archive,
  until,
  cluster,
  manifest,
  backupKey,
}: LogTarget & { cluster: string; manifest: BackupManifest; backupKey: string | null }): Promise<void> {
  const log = join(cluster, archivedLogFolder)
  await mkdir(log, { mode: 0o700 })
  const from = segmentOf(manifest.postgres)
  for (const file of await readdir(archive)) {
    const name = file.replace(/\.zst(\.sealed)?$/, '')
    if (name === file || (/^[0-9A-F]{24}/.test(name) && name.slice(8, 24) < from)) continue
    await pipeline(readArchived(join(archive, file), backupKey), createWriteStream(join(log, name)))
  }
  // The server's working folder is the cluster.
  const settings = [
    `restore_command = 'cp "${archivedLogFolder}/%f" "%p"'`,
    `recovery_target_action = 'promote'`,
    ...(until === null ? [] : [`recovery_target_time = '${until.replace('T', ' ').replace('Z', '+00')}'`]),
  ]
  await appendFile(join(cluster, 'postgresql.auto.conf'), `${settings.join('\n')}\n`)
  await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o600 })
}

async function* readArchived(place: string, backupKey: string | null): AsyncGenerator<Buffer> {
  const isSealed = place.endsWith('.sealed')
  if (isSealed && backupKey === null)
    throw new BackupProblem(`${place} is encrypted: set BACKUP_KEY to the one of its day`)
  const salt = isSealed ? await firstBytes(place) : null
  // What fails on the way fails the last of them, which is read here.
  const content = pipelineOf(
    createReadStream(place, { start: salt?.length ?? 0 }),
    salt ? openingStream(logKey(backupKey!, salt)) : new PassThrough(),
    createZstdDecompress(),
    () => {},
  )
  try {
    yield* content as AsyncIterable<Buffer>
  } catch (cause) {
    throw new BackupProblem(`${place} is damaged, or BACKUP_KEY is not the one it was made with`, { cause })
  }
}

async function firstBytes(place: string): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of createReadStream(place, { end: 15 })) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

function logKey(backupKey: string, salt: Buffer): Buffer {
  return backupKeys(backupKey, salt.toString('hex')).of('log')
}

function startingWith(head: Buffer) {
  return async function* (chunks: AsyncIterable<Buffer>) {
    if (head.length > 0) yield head
    yield* chunks
  }
}

function archivedName(name: string, isSealed: boolean): string {
  return `${name}.zst${isSealed ? '.sealed' : ''}`
}

async function sumOf(chunks: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}

async function isThere(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  )
}
