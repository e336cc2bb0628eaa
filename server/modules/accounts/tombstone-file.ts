import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Tombstones outside the database, which an old dump does not undo: a hash in hexadecimal a line, only added to. */
export interface TombstoneFile {
  read(): Set<string>
  /** Adds those that are missing, and answers when the disk has them. */
  add(hashes: string[]): void
}

/** The file `DATA_DIR/tombstones`. */
export function openTombstoneFile(dataDir: string): TombstoneFile {
  const path = join(dataDir, 'tombstones')
  const read = () => new Set(textOf(path).match(/^[0-9a-f]{64}$/gm))
  return {
    read,
    add: (hashes) => {
      const known = read()
      const missing = hashes.filter((hash) => !known.has(hash))
      if (missing.length === 0) return
      mkdirSync(dataDir, { recursive: true })
      const file = openSync(path, 'a', 0o600)
      try {
        // Begun on a line of its own: a write that a crash cut off is no part of the next.
        writeSync(file, missing.map((hash) => `\n${hash}\n`).join(''))
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
    },
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
