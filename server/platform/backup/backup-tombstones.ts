import { appendFile, readFile } from 'node:fs/promises'

/** The hashes of members who left, in hexadecimal, that a file has; none where there is no file. */
export async function readTombstones(path: string): Promise<string[]> {
  try {
    return (await readFile(path, 'utf8')).match(/^[0-9a-f]{64}$/gm) ?? []
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/**
 * Adds hashes to a file, which is made where it is missing; answers how many it has. The one beside the backups is as new
 * as the newest of them, so that a member who left after an old backup stays erased when that is restored.
 */
export async function addTombstones(path: string, hashes: string[]): Promise<number> {
  const known = new Set(await readTombstones(path))
  const missing = [...new Set(hashes).difference(known)]
  // Each begun on a line of its own: a write that a crash cut off is no part of the next.
  if (missing.length > 0)
    await appendFile(path, missing.map((one) => `\n${one}\n`).join(''), { mode: 0o600, flush: true })
  return known.size + missing.length
}
