import { DatabaseSync } from 'node:sqlite'

/**
 * Takes the kernel's lock on a file for this process and answers what gives it back, or null while another holds it.
 * The lock is taken through SQLite, since Node has no flock; however the process dies the lock goes with it, and no
 * process id, of another container say, can be mistaken for it.
 */
export function lockFile(path: string): (() => void) | null {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { timeout: 0 })
    database.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    if (database?.isOpen) database.close()
    if ((error as { errcode?: number }).errcode === 5) return null
    throw error
  }
  return () => {
    if (database.isOpen) database.close()
  }
}
