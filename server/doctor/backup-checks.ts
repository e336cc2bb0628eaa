import { hasDevelopmentTools } from '../development-tools.ts'
import { lastBackup } from '../platform/backup/backup-queries.ts'
import { lostBackup } from '../backup-folder-checks.ts'
import { restoredCheck } from '../backup-metrics.ts'
import { onDataDisk } from '../disk-room.ts'
import { logArchive } from '../log-archive.ts'
import { inTime } from '../platform/in-time.ts'
import type { Diagnosis, Patient } from './doctor-check.ts'

/** A day, and time for the next one to be made. */
const ageMaxSec = 26 * 3_600

/**
 * How old the last backup is. One that other tools make is not seen unless `crels backup note` tells of it: it says so,
 * since silence would sound like a yes.
 */
export async function checkBackup({ db, config }: Patient): Promise<Diagnosis> {
  const name = 'backup'
  if (!db) return { name, verdict: 'not checked', says: 'the database does not open' }
  const lost = await inTime(lostBackup(db, config), 5_000)
  if (lost !== null) return { name, verdict: 'problem', says: lost }
  const last = await lastBackup(db)
  const isDevelopment = hasDevelopmentTools(config)
  if (!last)
    return {
      name,
      verdict: isDevelopment ? 'not checked' : config.databaseUrl ? 'warning' : 'problem',
      says: '`crels backup` has made none here; of those of other tools `crels backup note` tells (docs/recovery.md)',
    }
  const isOpen = last.isEncrypted === false
  const what = last.bytes === null ? 'made by other tools' : `${(last.bytes / 1e6).toFixed(1)} MB`
  const open = isOpen
    ? '; it is not encrypted: who has it has the data of every member. BACKUP_KEY encrypts'
    : ''
  const says = `the last is ${(last.ageSec / 3_600).toFixed(1)} hours old, ${what}${open}`
  if (last.ageSec > ageMaxSec) return { name, verdict: 'problem', says }
  return { name, verdict: isOpen && !isDevelopment ? 'warning' : 'ok', says }
}

/** Whether a disk that is lost takes the backups with it. */
export async function checkSameDisk({ config }: Patient): Promise<Diagnosis | null> {
  const says = await onDataDisk(config)
  return says === null ? null : { name: 'same_disk', verdict: 'warning', says }
}

/** Whether PostgreSQL gets its log archived: what it does not, a restore to a moment lacks, and its disk fills. */
export async function checkLogArchive({ db, config }: Patient): Promise<Diagnosis> {
  const name = 'archive'
  if (!db) return { name, verdict: 'not checked', says: 'the database does not open' }
  const { isOn, ageSec, finding } = await logArchive(db)
  if (!isOn)
    return config.walArchiveDir === null
      ? { name, verdict: 'ok', says: 'off: a restore is to a backup, not to any moment' }
      : {
          name,
          verdict: 'problem',
          says: 'WAL_ARCHIVE_DIR is set, and the database archives nothing: start it again',
        }
  if (finding !== null) return { name, verdict: 'problem', says: finding }
  return {
    name,
    verdict: 'ok',
    says: ageSec === null ? 'on' : `on, the last file ${Math.round(ageSec)} s ago`,
  }
}

/**
 * Whether the database was restored and waits for a person. `crels doctor` hears it of a site that runs; a start asks
 * itself.
 */
export async function checkRestored({ db }: Patient): Promise<Diagnosis | null> {
  const says = db && (await restoredCheck(db).look())
  return says ? { name: 'restored', verdict: 'problem', says } : null
}
