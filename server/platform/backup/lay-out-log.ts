import { appendFile, mkdir, readdir, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { readArchived } from './archived-file.ts'
import type { BackupManifest, OpeningKeys } from './backup-manifest.ts'
import { BackupProblem } from './backup-problem.ts'
import { listArchivedLog, nameOfLogFile, placeOf, usualLogFileBytes } from './log-files.ts'
import { LogTimes } from './log-times.ts'

/** Archived log to go on by from a backup. */
export interface LogTarget {
  /** The folder in which `archiveLog` has put it. */
  archive: string
  /** The last moment that is recovered, by ISO 8601 in UTC; all there is without one. */
  until: string | null
}

/** Archived log that was laid out for a server. */
export interface LaidLog {
  /** When its last transaction ended, by ISO 8601 in UTC; null where it has none. */
  reaches: string | null
  /** Why it does not go on to the end of the archive, in words for a line; null where it does. */
  cutBy: string | null
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
 * Lays out the archived log beside a restored cluster and has the server recover by it: from the backup to `until`, or to
 * the end of what there is, and then go on on a timeline of its own. Nothing of after `until` is unpacked, and what is
 * stays compressed: of a minute in which little was written, a file of 16 MB is zeros. One that is missing, or cannot be
 * read, ends it. Throws a BackupProblem where it ends before `until`, and where the disk has too little room.
 */
export async function layOutLog({
  archive,
  until,
  cluster,
  manifest: { postgres },
  openBy,
}: LogTarget & { cluster: string; manifest: BackupManifest; openBy: OpeningKeys }): Promise<LaidLog> {
  const log = join(cluster, archivedLogFolder)
  await mkdir(log, { mode: 0o700 })
  const fileBytes = postgres.logFileBytes ?? (await fileBytesIn(cluster)) ?? usualLogFileBytes
  const { files, histories } = await listArchivedLog(archive, fileBytes)
  const wanted = Map.groupBy(
    files.filter(({ place }) => place >= placeOf(postgres.startLsn, fileBytes)),
    ({ place }) => place,
  )
  if (until === null) await requireRoom(log, await bytesOf([...wanted.values()].flat(), fileBytes), fileBytes)

  // Where the history of a timeline cannot be read, the server does not know that it is there.
  let unknown: { timeline: number; says: string } | null = null
  for (const { name, timeline, paths } of histories) {
    const content = await readAny(paths, openBy)
    if (content instanceof BackupProblem) unknown ??= { timeline, says: content.message }
    else if (!unknown) await put(log, name, content, fileBytes)
  }

  const end = untilMicros(until)
  const times = new LogTimes()
  let { timeline } = postgres
  // Up to there the backup has the log itself.
  const own = placeOf(postgres.endLsn, fileBytes, { isEnd: true })
  let next = own + 1
  let cutBy: string | null = null
  for (const [place, found] of wanted) {
    const newest = found.findLast((file) => file.timeline >= timeline)
    // What follows is of another past, which this one has left.
    if (!newest) break
    if (place > next) cutBy = `${nameOfLogFile({ timeline, place: next }, fileBytes)} is missing`
    else if (unknown && newest.timeline >= unknown.timeline) cutBy = unknown.says
    if (cutBy !== null) break
    const content = await readAny(newest.paths, openBy)
    if (content instanceof BackupProblem) {
      if (place <= own) continue
      cutBy = content.message
      break
    }
    await put(log, newest.name, content, fileBytes)
    timeline = newest.timeline
    next = Math.max(next, place + 1)
    if (place < own) continue
    times.read(content)
    if ((times.last ?? 0n) > end) break
  }
  const reaches = times.last === null ? null : new Date(Number(times.last / 1000n)).toISOString()
  if (until !== null && (times.last ?? 0n) <= end)
    throw new BackupProblem(
      `The archived log ends at ${reaches ?? 'the backup'}${cutBy === null ? '' : ` (${cutBy})`}, before ${until}: leave --at out to have all of it`,
    )
  await setRecovery(cluster, until)
  return { reaches, cutBy }
}

/** What a file of the log has, by those that came with the backup; null where none did. */
async function fileBytesIn(cluster: string): Promise<number | null> {
  const log = join(cluster, 'pg_wal')
  const name = (await readdir(log).catch(() => [])).find((one) => /^[0-9A-F]{24}$/.test(one))
  return name === undefined ? null : (await stat(join(log, name))).size
}

/** As the times of the log are; of no moment it is past them all. */
function untilMicros(until: string | null): bigint {
  return until === null ? 2n ** 63n : BigInt(Date.parse(until)) * 1000n
}

/** The server's working folder is the cluster. What the disk refuses is not the end of the log: 255 ends the server. */
async function setRecovery(cluster: string, until: string | null): Promise<void> {
  const file = `"${archivedLogFolder}/%f.gz"`
  const settings = [
    `restore_command = 'test -e ${file} || exit 1; gunzip -c ${file} > "%p" || exit 255'`,
    `recovery_target_action = 'promote'`,
    ...(until === null ? [] : [`recovery_target_time = '${until.replace('T', ' ').replace('Z', '+00')}'`]),
  ]
  await appendFile(join(cluster, 'postgresql.auto.conf'), `${settings.join('\n')}\n`)
  await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o600 })
}

/** The content of what is at the first of the paths that can be read, or why it is at none. */
async function readAny(paths: string[], openBy: OpeningKeys): Promise<Buffer | BackupProblem> {
  let problem: BackupProblem | undefined
  for (const path of paths) {
    try {
      return await readArchived(path, openBy)
    } catch (error) {
      if (!(error instanceof BackupProblem)) throw error
      problem = error
    }
  }
  return problem!
}

const compressed = promisify(gzip)

async function put(log: string, name: string, content: Buffer, fileBytes: number): Promise<void> {
  // By the little that is gained by more, it is not worth the wait.
  const bytes = await compressed(content, { level: 1 })
  await requireRoom(log, bytes.length, fileBytes)
  await writeFile(join(log, `${name}.gz`), bytes, { mode: 0o600 })
}

/** Unpacked files that the server has open as it recovers, and what it writes itself. */
const openBytes = (fileBytes: number) => Math.max(256 * 1024 ** 2, 4 * fileBytes)

async function requireRoom(folder: string, bytes: number, fileBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const missing = bytes + openBytes(fileBytes) - bavail * bsize
  if (missing > 0)
    throw new BackupProblem(
      `The disk has no room for the archived log: make ${(missing / 1e9).toFixed(1)} GB more, or restore to an earlier moment (--at)`,
    )
}

/**
 * About what archived files are as they are laid out: zeros, which are next to nothing there, are 73 KB here for each
 * 16 MB.
 */
async function bytesOf(files: { paths: string[] }[], fileBytes: number): Promise<number> {
  const zeros = (75_000 * fileBytes) / usualLogFileBytes
  let bytes = 0
  for (const { paths } of files) bytes += 1.5 * (await stat(paths[0]!)).size + zeros
  return bytes
}
