import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** When the newest of some files and folders was written, in milliseconds; 0 where there is none. */
export function newest(paths: readonly string[]): number {
  return Math.max(0, ...paths.map(newestIn))
}

function newestIn(path: string): number {
  const own = modifiedAt(path)
  if (own === 0 || !statSync(path).isDirectory()) return own
  // A file that was removed leaves its folder's time behind.
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newestIn(join(path, name))), own)
}

/** When a file was written, in milliseconds; 0 where there is none. */
export function modifiedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
