import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { backupKeys, type OpeningKeys } from './backup-manifest.ts'
import { BackupProblem } from './backup-problem.ts'
import { openingStream } from './sealed-stream.ts'

/** So many before what is sealed are the salt of its key. */
export const logSaltBytes = 16

/** The name that a file of PostgreSQL's log has in the archive. */
export function archivedName(name: string, isSealed: boolean): string {
  return `${name}.zst${isSealed ? '.sealed' : ''}`
}

/** Of which file of the log one in the archive is; null for what is none, such as one that is being written. */
export function nameOfArchived(file: string): string | null {
  return /^([0-9A-F]{8}[^-]*)\.zst(\.sealed)?$/.exec(file)?.[1] ?? null
}

/** The key of one archived file. */
export function logKey(backupKey: string, salt: Buffer): Buffer {
  return backupKeys(backupKey, salt.toString('hex')).of('log')
}

/**
 * The file of the log that an archived one at `place` is of. Throws a BackupProblem, whose line names the place,
 * where it cannot be read, is damaged, or none of the keys opens it.
 */
export async function readArchived(place: string, keys: OpeningKeys): Promise<Buffer> {
  const problem = (says: string) => (cause: unknown) => {
    throw new BackupProblem(`${place} ${says}`, { cause })
  }
  const stored = await readFile(place).catch(problem('cannot be read'))
  if (!place.endsWith('.sealed')) return await unpacked(stored).catch(problem('is damaged'))
  if (keys.length === 0)
    throw new BackupProblem(`${place} is encrypted: set BACKUP_KEY to the one of its day`)
  const [salt, sealed] = [stored.subarray(0, logSaltBytes), stored.subarray(logSaltBytes)]
  return await Promise.any(
    keys.map(async (key) => await unpacked(await opened(sealed, logKey(key, salt)))),
  ).catch(problem('is damaged, or neither BACKUP_KEY nor BACKUP_KEY_PREVIOUS is the one it was made with'))
}

const unpacked = promisify(zstdDecompress)

async function opened(sealed: Buffer, key: Buffer): Promise<Buffer> {
  return await pipeline([sealed], openingStream(key), buffer)
}
