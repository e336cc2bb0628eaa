import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { dataDirAt } from '#server/platform/embedded-postgres/data-dir.ts'
import { lockDataDir } from '#server/platform/embedded-postgres/data-dir-lock.ts'
import type { Transport } from '#server/platform/embedded-postgres/listening.ts'
import { runCluster } from '#server/platform/embedded-postgres/run-cluster.ts'
import { THROWAWAY_SETTINGS } from '#server/platform/embedded-postgres/settings.ts'
import { databaseFolder } from './run-folder.ts'

/** A PostgreSQL server for tests: `url('crels')` is its empty database; others are the caller's to create. */
export type TestPostgres = { url(database: string): string; stop(): Promise<void> }

const PREFIX = 'crels-test-'

/**
 * Starts a server in a temporary directory that never waits for the disk, in about 0.7 s (0.5 s of it initdb, which is
 * why no cluster is cached); `stop` ends it and removes the directory. With `tcp` it asks for a password.
 */
export async function startTestPostgres({
  transport,
}: { transport?: Transport } = {}): Promise<TestPostgres> {
  await removeLeftovers()
  const dataDir = await mkdtemp(path.join(databaseFolder(), PREFIX))
  // As on a real data directory: the account that root may have to run the server as can pass through.
  await chmod(dataDir, 0o711)
  const cluster = await runCluster({
    dataDir,
    settings: THROWAWAY_SETTINGS,
    transport,
    initdbOptions: ['--no-sync', '--wal-segsize=4'],
    log: () => {},
  })
  const url = new URL(await cluster.url('crels'))
  return {
    url: (database) => url.href.replace('/crels?', `/${database}?`),
    async stop() {
      await cluster.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Runs that were killed leave 40 MB each behind: what is older than a minute and no process holds goes. */
async function removeLeftovers(): Promise<void> {
  const folder = databaseFolder()
  for (const name of await readdir(folder)) {
    if (!name.startsWith(PREFIX)) continue
    const dir = path.join(folder, name)
    try {
      if (Date.now() - (await stat(dir)).mtimeMs < 60_000) continue
      const unlock = lockDataDir(dataDirAt(dir))
      const socketDir = await readFile(dataDirAt(dir).socketNote, 'utf8').catch(() => '')
      if (socketDir) await rm(socketDir, { recursive: true, force: true })
      await rm(dir, { recursive: true, force: true })
      unlock()
    } catch {
      // In use, or another account's.
    }
  }
}
