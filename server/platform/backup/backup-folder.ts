import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../database.ts'
import { lastBackupIn } from './backup-queries.ts'

/**
 * The last backup that this machine put into a folder and that is not there any more, by its name: the folder is that of
 * a disk which is not mounted, or was emptied. Null where it is there, and where the folder never had any. Throws where
 * the folder cannot be looked into.
 */
export async function missingBackup(db: Db, folder: string): Promise<string | null> {
  const name = await lastBackupIn(db, folder)
  if (name === null) return null
  try {
    await stat(join(folder, name, 'manifest.json'))
    return null
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return name
    throw error
  }
}

/** What is said of it, in words for a line. */
export function missingText(folder: string, name: string): string {
  return `${folder} does not have ${name}, the last backup that was put there: is its disk mounted?`
}
