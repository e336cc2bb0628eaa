import type { Command } from 'commander'
import { readConfig, type Config } from '../config.ts'
import { recordAct } from './acting-operator.ts'
import { CommandFailure } from './failure-line.ts'
import { momentOf } from './moment-of.ts'
import { print, withDatabase } from './with-app.ts'

interface BackupOptions {
  to?: string
  keep?: string
  newFolder?: boolean
  withSecret?: boolean
}

/** `crels backup [make]|note`, and `crels wal-archive`, which the database calls */
export function backupCommands(program: Command): void {
  const backup = program.command('backup').description('Back up the database and uploaded files.')
  backup
    .command('make', { isDefault: true })
    .description('Back up the database and uploaded files, while Crels runs.')
    .option('--to <folder>', 'the folder of backups; else the setting BACKUP_DIR')
    .option('--keep <count>', 'keep this many, and remove older ones when this one is whole')
    .option('--new-folder', 'begin in a folder that does not have the last backup that was put there')
    .option('--with-secret', 'put the SECRET into it; only with BACKUP_KEY')
    .action(async ({ to, keep, newFolder = false, withSecret = false }: BackupOptions, command: Command) => {
      const { resolve } = await import('node:path')
      const kept = keep === undefined ? null : keepCount(keep)
      const settings = readConfig()
      const { backupDir, walArchiveDir } = settings
      const folder = to === undefined ? backupDir : resolve(to)
      if (folder === null) throw new CommandFailure('Say where to: --to <folder>, or the setting BACKUP_DIR')
      const taken = await withDatabase(async (databaseUrl, config) => {
        const { requireMigrated } = await import('../platform/migrate.ts')
        const { takeBackup } = await import('../platform/backup/take-backup.ts')
        await requireMigrated(databaseUrl)
        return await takeBackup(
          { ...config, databaseUrl },
          {
            to: folder,
            isNew: newFolder,
            keep: kept,
            withSecret,
            server: config.databaseUrl === null ? 'embedded' : 'own',
          },
        )
      })
      const goesByThese = await isSameFolder(folder, backupDir)
      const { manifest, bytes, tookMs, removed } = taken
      // The backup is whole whatever becomes of old log.
      const log =
        kept !== null && goesByThese && !newFolder
          ? await removeLog(folder, walArchiveDir, { keep: kept, systemId: manifest.postgres.systemId })
          : { removed: 0, problem: null }
      const { onDataDisk } = await import('../disk-room.ts')
      const sameDisk = await onDataDisk({ ...settings, backupDir: folder, walArchiveDir: null }).catch(
        () => null,
      )
      print(
        command,
        {
          folder: taken.folder,
          takenAt: manifest.takenAt,
          bytes,
          tookMs,
          removed,
          logRemoved: log.removed,
          ...(log.problem !== null && { logProblem: log.problem }),
          isEncrypted: manifest.encryption !== null,
        },
        [
          `${taken.folder}: ${megabytes(bytes)} MB, as of ${manifest.takenAt}, ${(tookMs / 1000).toFixed(1)} s`,
          ...(manifest.encryption === null
            ? ['It is not encrypted: who has it has the data of every member. BACKUP_KEY encrypts']
            : []),
          ...(sameDisk === null
            ? []
            : ['It is on the disk of DATA_DIR, and lost with it: copy it elsewhere']),
          ...(manifest.hasSecret
            ? []
            : ['Without SECRET: keep that elsewhere, what it seals does not open without']),
          ...(removed.length > 0 ? [`Removed ${removed.join(', ')}`] : []),
          ...(kept !== null && walArchiveDir !== null && !goesByThese
            ? ['No log was removed: what is kept goes by the backups in BACKUP_DIR']
            : []),
          ...(log.problem === null ? [] : [log.problem]),
        ],
      )
    })
  backup
    .command('note')
    .description('Tell of a backup that other tools have made, for `crels doctor` and the alerts of its age.')
    .requiredOption('--at <time>', 'the moment it is as of, such as 2026-11-26T12:00:00Z')
    .action(async ({ at }: { at: string }, command: Command) => {
      const takenAt = momentOf('--at', at)
      const ageSec = await withDatabase(async (databaseUrl, config) => {
        const { requireMigrated } = await import('../platform/migrate.ts')
        const { noteBackup } = await import('../platform/backup/backup-queries.ts')
        await requireMigrated(databaseUrl)
        await recordNote(command, { databaseUrl, config, takenAt })
        return await noteBackup(databaseUrl, takenAt)
      })
      if (ageSec === null) throw yetToCome(takenAt)
      print(command, { takenAt, ageSec }, `Noted: a backup as of ${takenAt}`)
    })
  program
    .command('wal-archive <path> <name>')
    .description('Put a file of PostgreSQL’s log into the archive; for archive_command.')
    .option('--to <folder>', 'the archive; else the setting WAL_ARCHIVE_DIR')
    .action(async (path: string, name: string, { to }: { to?: string }) => {
      const { archiveLog } = await import('../platform/backup/wal-archive.ts')
      const config = readConfig()
      const archive = to ?? config.walArchiveDir
      if (archive === null)
        throw new CommandFailure('Say where to: --to <folder>, or the setting WAL_ARCHIVE_DIR')
      await archiveLog({ path, name, archive }, config)
    })
}

/** Who says so is in the log first: doctor and the alerts believe it. */
async function recordNote(
  command: Command,
  { databaseUrl, config, takenAt }: { databaseUrl: string; config: Config; takenAt: string },
): Promise<void> {
  const { openDatabase } = await import('../platform/database.ts')
  const { databaseNow } = await import('../platform/clock.ts')
  const db = openDatabase({ url: databaseUrl, poolSize: 1, name: 'crels command' })
  try {
    if (new Date(takenAt) > (await databaseNow(db))) throw yetToCome(takenAt)
    await recordAct(command, db, config, { target: 'backup', after: { takenAt } })
  } finally {
    await db.destroy()
  }
}

function yetToCome(takenAt: string): CommandFailure {
  return new CommandFailure(`--at: ${takenAt} is yet to come`)
}

async function isSameFolder(one: string, other: string | null): Promise<boolean> {
  if (other === null) return false
  const { realpath } = await import('node:fs/promises')
  return (await realpath(one)) === (await realpath(other).catch(() => null))
}

/** Removes log that no backup needs, and says in a line why it could not. */
async function removeLog(
  folder: string,
  walArchiveDir: string | null,
  kept: { keep: number; systemId: string },
): Promise<{ removed: number; problem: string | null }> {
  if (walArchiveDir === null) return { removed: 0, problem: null }
  const { removeOlderLog } = await import('../platform/backup/wal-archive.ts')
  try {
    return { removed: await removeOlderLog(folder, walArchiveDir, kept), problem: null }
  } catch (error) {
    const reason = (error as Error).message
    return {
      removed: 0,
      problem: `Log that no backup needs any more stays in WAL_ARCHIVE_DIR, which fills its disk: ${reason}`,
    }
  }
}

function keepCount(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new CommandFailure(`--keep: ${text} is not a number above 0`)
  return Number(text)
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
