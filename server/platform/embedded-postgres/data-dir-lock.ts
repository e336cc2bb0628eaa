import { DatabaseSync } from 'node:sqlite'
import { StartProblem } from './start-problem.ts'

/**
 * Takes the data directory for this process and returns the function that gives it back.
 * The lock is the kernel's lock on an empty file (held through SQLite, since Node has no flock):
 * it goes away with the process however that dies, and no process id can be mistaken for another.
 * Throws a StartProblem while another process, or another start in this one, holds it.
 */
export function lockDataDir(lockFile: string, dataDir: string): () => void {
  const database = new DatabaseSync(lockFile, { timeout: 0 })
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (cause) {
    database.close()
    if ((cause as { errcode?: number }).errcode !== 5) throw cause
    throw new StartProblem(
      `Crels is already running on ${dataDir}: stop it first, or set DATA_DIR to another directory.`,
      { cause },
    )
  }
  return () => {
    if (database.isOpen) database.close()
  }
}
