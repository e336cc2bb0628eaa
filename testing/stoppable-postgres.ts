import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { dataDirAt } from '#server/platform/embedded-postgres/data-dir.ts'
import { readPostmasterFile } from '#server/platform/embedded-postgres/postmaster-file.ts'
import { isRunning, runningIn } from '#server/platform/embedded-postgres/process-facts.ts'
import { runCluster, type RunningCluster } from '#server/platform/embedded-postgres/run-cluster.ts'
import { DURABLE_SETTINGS } from '#server/platform/embedded-postgres/settings.ts'
import { databaseFolder } from './run-folder.ts'
import { startTcpProxy } from './tcp-proxy.ts'

/** A PostgreSQL of a test's own, at one address however often it is stopped; it keeps what it has said to have kept. */
export interface StoppablePostgres {
  /** Database `crels`, empty, over TCP as an outside server is reached. */
  url: string
  /** Every process of it is stopped: connections stay open without an answer. */
  freeze(): void
  thaw(): void
  /** An immediate shutdown: as a crash, and its start recovers. */
  crash(): Promise<void>
  /** Starts it again, after it was stopped or ended by itself. */
  start(): Promise<void>
  isRunning(): boolean
  remove(): Promise<void>
}

/**
 * Starts it, in a folder of its own that `remove` takes away, on the disk of `parent`; `fill` puts a cluster there before,
 * such as a copy of another.
 */
export async function startStoppablePostgres(
  parent = databaseFolder(),
  fill?: (dataDir: string) => Promise<void>,
): Promise<StoppablePostgres> {
  const dir = mkdtempSync(join(parent, 'crels-stoppable-'))
  chmodSync(dir, 0o711)
  await fill?.(dir)
  const { clusterDir } = dataDirAt(dir)
  const open = async () =>
    await runCluster({
      dataDir: dir,
      settings: DURABLE_SETTINGS,
      initdbOptions: ['--no-sync'],
      log: () => {},
    })
  let cluster: RunningCluster | undefined = await open()
  const proxy = await startTcpProxy({
    to: () => {
      const { socketDir, port } = readPostmasterFile(clusterDir) ?? { socketDir: dir, port: 0 }
      return socketDir ? { path: join(socketDir, `.s.PGSQL.${port}`) } : { port }
    },
  })
  const signal = (name: NodeJS.Signals) => {
    // The postmaster first: it starts no more of them then.
    const all = new Set([readPostmasterFile(clusterDir)!.pid, ...runningIn(clusterDir, 'postgres')])
    for (const pid of all) process.kill(pid, name)
  }
  const url = new URL(await cluster.url('crels'))
  const password = url.password && `:${url.password}`
  return {
    url: `postgresql://${url.username}${password}@127.0.0.1:${proxy.port}/crels?sslmode=disable`,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    crash: async () => {
      process.kill(readPostmasterFile(clusterDir)!.pid, 'SIGQUIT')
      await cluster?.stop()
      cluster = undefined
    },
    isRunning: () => {
      const pid = readPostmasterFile(clusterDir)?.pid
      return pid !== undefined && isRunning(pid)
    },
    start: async () => {
      await cluster?.stop()
      cluster = await open()
    },
    remove: async () => {
      await proxy.close()
      await cluster?.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
