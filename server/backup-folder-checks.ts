import type { Config } from './config.ts'
import { missingBackup, missingText } from './platform/backup/backup-folder.ts'
import type { Db } from './platform/database.ts'
import { oneLook } from './platform/one-look.ts'
import type { ReadinessCheck } from './platform/readiness.ts'

/** How long it may take to ask a disk, in milliseconds. */
const waitMs = 1_000

/** Says that BACKUP_DIR does not have its last backup, as where its disk is not mounted. */
export function backupFolderCheck(db: Db, config: Pick<Config, 'backupDir'>): ReadinessCheck {
  const look = oneLook(async () => await lostBackup(db, config), waitMs)
  // That a disk does not answer is said by the check of disks.
  return { name: 'backup', refuses: false, look: async () => await look().catch(() => null) }
}

/** Which backup BACKUP_DIR does not have, in words for a line; null where it has its last one. */
export async function lostBackup(db: Db, { backupDir }: Pick<Config, 'backupDir'>): Promise<string | null> {
  const name = backupDir === null ? null : await missingBackup(db, backupDir)
  return name && missingText(backupDir!, name)
}
