import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CRELS, passwordFileOf } from './cluster.ts'
import type { DataDir } from './data-dir.ts'
import type { ServiceAccount } from './service-account.ts'

/** Where a server listens: its settings, and what to clear away when it has ended. */
export type Listening = { settings: Record<string, string>; remove(): Promise<void> }

/** A Unix socket where the platform has them, loopback TCP otherwise. */
export type Transport = 'socket' | 'tcp'

/** The transport of this platform. */
export const platformTransport = (): Transport => (process.platform === 'win32' ? 'tcp' : 'socket')

/** Only names the socket's file; nothing listens on this port. */
const SOCKET_PORT = 5432
/** Bytes a socket's path may have: 107 on Linux, 103 on macOS. */
const SOCKET_PATH_MAX = 103
const SOCKET_DIR_PREFIX = 'crels-pg-'

/** Prepares the place to listen, after clearing away the one of a run that was killed. */
export function prepareListening(
  transport: Transport,
  account: ServiceAccount,
  dataDir: DataDir,
): Promise<Listening> {
  return transport === 'socket' ? onSocket(account, dataDir) : onTcp()
}

/** The address of a database of the server that listens on `socketDir`, or on loopback if that is empty. */
export async function databaseUrl(
  clusterDir: string,
  listening: { socketDir: string; port: number },
  database: string,
): Promise<string> {
  // Host, port and sslmode are all named, because PGHOST, PGPORT and PGSSLMODE in the environment would win otherwise.
  const { socketDir, port } = listening
  if (socketDir) {
    return `postgresql://${CRELS}@localhost:${port}/${database}?host=${encodeURIComponent(socketDir)}&sslmode=disable`
  }
  const password = (await readFile(passwordFileOf(clusterDir), 'utf8')).trim()
  return `postgresql://${CRELS}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`
}

/**
 * A directory of mode 0700 whose path is short however long the data directory's is; its path is recorded, to be found
 * after a kill.
 */
async function onSocket(account: ServiceAccount, { socketNote }: DataDir): Promise<Listening> {
  const left = await readFile(socketNote, 'utf8').catch(() => '')
  if (path.basename(left).startsWith(SOCKET_DIR_PREFIX)) await rm(left, { recursive: true, force: true })

  const inTmp = path.join(tmpdir(), `${SOCKET_DIR_PREFIX}123456`, `.s.PGSQL.${SOCKET_PORT}`)
  // Another account may not be able to enter a TMPDIR of ours.
  const isUsable =
    account.uid === undefined && Buffer.byteLength(inTmp) <= SOCKET_PATH_MAX && !/["\\,]/.test(inTmp)
  const dir = await mkdtemp(path.join(isUsable ? tmpdir() : '/tmp', SOCKET_DIR_PREFIX))
  const remove = async () => {
    await rm(dir, { recursive: true, force: true })
    await rm(socketNote, { force: true })
  }
  try {
    await writeFile(socketNote, dir, { mode: 0o600 })
    if (account.uid !== undefined) await chown(dir, account.uid, account.gid!)
  } catch (error) {
    await remove()
    throw error
  }
  return {
    settings: {
      listen_addresses: '',
      port: String(SOCKET_PORT),
      unix_socket_directories: `"${dir}"`,
      unix_socket_permissions: '0700',
    },
    remove,
  }
}

async function onTcp(): Promise<Listening> {
  return {
    settings: { listen_addresses: '127.0.0.1', port: String(await freePort()), unix_socket_directories: '' },
    remove: async () => {},
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
