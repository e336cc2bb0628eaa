import { chmodSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { explainFailure } from './explain-failure.ts'
import { DataDirInUse } from './start-problem.ts'
import type { DataDir } from './data-dir.ts'

const SQLITE_BUSY = 5

/**
 * Takes the data directory for this process and returns the function that gives it back.
 * The lock is the kernel's lock on an empty file (held through SQLite, since Node has no flock):
 * it goes away with the process however that dies, and no process id can be mistaken for another.
 * Throws DataDirInUse while another process, or another start in this one, holds it.
 */
export function lockDataDir({ dir, lockFile }: DataDir): () => void {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(lockFile, { timeout: 0 })
    database.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    // By its name: a second handle that is closed would give the kernel's lock back.
    chmodSync(lockFile, 0o600)
  } catch (cause) {
    database?.close()
    if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY)
      throw explainFailure('take its lock', dir, cause)
    throw new DataDirInUse(
      `Crels is already running on DATA_DIR (${dir}): stop it first, or set DATA_DIR to another directory.`,
      { cause },
    )
  }
  return () => {
    if (database.isOpen) database.close()
  }
}
