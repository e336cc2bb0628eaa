import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { ensureDatabase } from './crels-database.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { DURABLE_SETTINGS } from './settings.ts'
import { startPostmaster } from './postmaster.ts'
import { chooseServiceAccount } from './service-account.ts'
import { makeSocketDir } from './socket-dir.ts'

/** A running embedded server: `url` opens database `crels` as its owner; `stop` resolves within 10 s and may be called twice. */
export type EmbeddedPostgres = { url: string; stop(): Promise<void> }

/**
 * Starts PostgreSQL on `dataDir` (made if missing) and resolves when database `crels` accepts connections.
 * `log` is told in one line what happens. Throws a StartProblem, whose message is for people, when it cannot.
 */
export async function startEmbeddedPostgres(input: {
  dataDir: string
  log: (message: string) => void
}): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(input.dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o755 })
  const clusterDir = path.join(dataDir, 'postgres')
  const binaries = findBinaries()
  const unlock = lockDataDir(path.join(dataDir, 'postgres.lock'), dataDir)
  try {
    const account = chooseServiceAccount(binaries, clusterDir)
    await ensureCluster(binaries, account, clusterDir)
    const socket = await makeSocketDir(account)
    const settings = {
      ...DURABLE_SETTINGS,
      listen_addresses: '',
      unix_socket_directories: socket.dir,
      unix_socket_permissions: '0700',
    }
    const postmaster = await startPostmaster(
      binaries,
      account,
      clusterDir,
      settings,
      path.join(dataDir, 'postgres.log'),
    )
    await ensureDatabase(socket.url)
    let stopped: Promise<void> | undefined
    const stop = async () => {
      await postmaster.stop()
      await socket.remove()
      unlock()
    }
    return { url: socket.url('crels'), stop: () => (stopped ??= stop()) }
  } catch (error) {
    unlock()
    throw error
  }
}
