import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CRELS } from './cluster.ts'
import type { ServiceAccount } from './service-account.ts'

/** A private directory for the server's socket, and the address of a database through it. */
export type SocketDir = { dir: string; url(database: string): string; remove(): Promise<void> }

const PORT = 5432
/** Bytes that the longest socket path may have on the platforms we run on (macOS 103, Linux 107). */
const SOCKET_PATH_MAX = 103

/** Makes a directory of mode 0700 whose path is short enough for a socket, however long the data directory's is. */
export async function makeSocketDir(account: ServiceAccount): Promise<SocketDir> {
  const fits = Buffer.byteLength(path.join(tmpdir(), `crels-123456/.s.PGSQL.${PORT}`)) <= SOCKET_PATH_MAX
  const dir = await mkdtemp(path.join(fits ? tmpdir() : '/tmp', 'crels-'))
  if (account.uid !== undefined) await chown(dir, account.uid, account.gid!)
  return {
    dir,
    // The port is named because PGPORT in the environment would win otherwise.
    url: (database) => `postgresql://${CRELS}@localhost:${PORT}/${database}?host=${encodeURIComponent(dir)}`,
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}
