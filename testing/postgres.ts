import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findBinaries } from '../server/platform/embedded-postgres/binaries.ts'
import { ensureCluster } from '../server/platform/embedded-postgres/cluster.ts'
import { ensureDatabase } from '../server/platform/embedded-postgres/crels-database.ts'
import { startPostmaster } from '../server/platform/embedded-postgres/postmaster.ts'
import { chooseServiceAccount } from '../server/platform/embedded-postgres/service-account.ts'
import { THROWAWAY_SETTINGS } from '../server/platform/embedded-postgres/settings.ts'
import { makeSocketDir } from '../server/platform/embedded-postgres/socket-dir.ts'

/** A PostgreSQL server for tests: `url('crels')` is its empty database; others are the caller's to create. */
export type TestPostgres = { url(database: string): string; stop(): Promise<void> }

/** Starts a server in a temporary directory that never waits for the disk; `stop` ends it and removes the directory. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const dir = await mkdtemp(path.join(tmpdir(), 'crels-test-'))
  const clusterDir = path.join(dir, 'postgres')
  const binaries = findBinaries()
  const account = chooseServiceAccount(binaries, clusterDir)
  await ensureCluster(binaries, account, clusterDir, ['--no-sync', '--wal-segsize=4'])
  const socket = await makeSocketDir(account)
  const settings = { ...THROWAWAY_SETTINGS, listen_addresses: '', unix_socket_directories: socket.dir }
  const postmaster = await startPostmaster(
    binaries,
    account,
    clusterDir,
    settings,
    path.join(dir, 'postgres.log'),
  )
  await ensureDatabase(socket.url)
  return {
    url: socket.url,
    async stop() {
      await postmaster.stop()
      await socket.remove()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
