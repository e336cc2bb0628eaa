import { chmod, lstat, readdir } from 'node:fs/promises'
import path from 'node:path'

/** What PostgreSQL keeps private itself, and may own under another account. */
const postgresOwn = /^postgres(\.draft-.*)?$/

/**
 * Takes away from other accounts of this machine what they may read or write in a data directory, as older versions left
 * it. Folders are closed after what is in them: one that is closed needs no second look, so later starts are quick.
 */
export async function tightenDataDir(dir: string): Promise<void> {
  if (process.platform === 'win32') return
  for (const name of await readdir(dir)) {
    if (!postgresOwn.test(name)) await tighten(path.join(dir, name))
  }
  const { mode, uid } = await lstat(dir)
  // Where another account owns it, PostgreSQL may run as one that has to pass through, and can list nothing.
  const allowed = uid === process.getuid?.() ? 0o700 : 0o711
  if ((mode & 0o777 & ~allowed) !== 0 && !isLentTo(mode, uid)) await close(dir, allowed)
}

/** Lets one more group pass through a directory of ours, for PostgreSQL under another account; it can list nothing. */
export const passableMode = 0o710

function isLentTo(mode: number, uid: number): boolean {
  return uid === process.getuid?.() && (mode & 0o777) === passableMode
}

async function tighten(file: string): Promise<void> {
  const found = await lstat(file).catch(() => undefined)
  // A link is its owner's word that this is elsewhere.
  if (!found || found.isSymbolicLink() || (found.mode & 0o077) === 0) return
  if (found.isDirectory()) for (const name of await readdir(file)) await tighten(path.join(file, name))
  await close(file, 0o700)
}

/** A file of another account stays as it is: `crels doctor` names it. */
async function close(file: string, allowed: number): Promise<void> {
  const { mode } = await lstat(file)
  await chmod(file, mode & allowed).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM' && error.code !== 'ENOENT' && error.code !== 'EROFS') throw error
  })
}
