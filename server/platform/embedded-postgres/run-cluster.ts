import { setTimeout as sleep } from 'node:timers/promises'
import { type Binaries, findBinaries } from './binaries.ts'
import { ensureCluster, CRELS } from './cluster.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { type DataDir, dataDirAt, prepareDataDir } from './data-dir.ts'
import { explainFailure } from './explain-failure.ts'
import { CLUSTER_NAME, endOrphanedConnections, settleLeftover } from './leftover.ts'
import { type Transport, databaseUrl, platformTransport, prepareListening } from './listening.ts'
import { type Postmaster, startPostmaster } from './postmaster.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { keepRotating, rotateLog } from './server-log.ts'
import { type ServiceAccount, chooseServiceAccount } from './service-account.ts'
import { withClient } from '../with-client.ts'

/**
 * A running server: `url` names the address of any database of it; `stop` resolves within 10 s and may be called twice.
 */
export type RunningCluster = { url(database: string): Promise<string>; stop(): Promise<void> }

/** What a server is started with: `initdbOptions` count only when the cluster is made, `settings` at every start. */
export type ClusterInput = {
  dataDir: string
  settings: Record<string, string>
  initdbOptions?: string[]
  transport?: Transport
  log(message: string): void
  /** Called when the server ends without `stop`. */
  onCrash?(reason: string): void
}

/** Locks a data directory, makes its cluster and database where missing, and starts the server. Throws a StartProblem. */
export async function runCluster(input: ClusterInput): Promise<RunningCluster> {
  const binaries = findBinaries()
  const dataDir = dataDirAt(input.dataDir)
  await prepareDataDir(dataDir)
  // What is to be undone, last first, when the start fails or the server is stopped.
  const undo: (() => Promise<void> | void)[] = [lockDataDir(dataDir)]
  const unwind = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const account = chooseServiceAccount(binaries, dataDir.clusterDir)
    await ensureCluster(binaries, account, dataDir, input.initdbOptions)
    await settleLeftover(binaries, dataDir.clusterDir, input.log)
    await rotateLog(dataDir)
    const listening = await prepareListening(input.transport ?? platformTransport(), account, dataDir)
    undo.push(listening.remove)
    const settings = { ...input.settings, ...listening.settings, cluster_name: CLUSTER_NAME }
    const postmaster = await startPatiently(binaries, account, dataDir, settings)
    undo.push(postmaster.stop, keepRotating(dataDir))

    const address = readPostmasterFile(dataDir.clusterDir)!
    const url = (database: string) => databaseUrl(dataDir.clusterDir, address, database)
    await prepareServer(await url('postgres'), settings)
    let stopped: Promise<void> | undefined
    void (async () => {
      const reason = await postmaster.ended
      if (!stopped) input.onCrash?.(`PostgreSQL ${reason}: see ${dataDir.logFile}`)
    })()
    return { url, stop: () => (stopped ??= unwind()) }
  } catch (cause) {
    await unwind()
    throw explainFailure('start its database', dataDir.dir, cause)
  }
}

/** After a kill -9, processes of the dead server may still use its memory: the new one must wait until they are gone. */
async function startPatiently(
  binaries: Binaries,
  account: ServiceAccount,
  dataDir: DataDir,
  settings: Record<string, string>,
): Promise<Postmaster> {
  const deadline = Date.now() + 20_000
  for (;;) {
    try {
      return await startPostmaster(binaries, account, dataDir, settings)
    } catch (error) {
      const isMemoryInUse = /pre-existing shared memory block/.test((error as Error).message)
      if (!isMemoryInUse || Date.now() > deadline) throw error
      endOrphanedConnections(dataDir.clusterDir)
      await sleep(100)
    }
  }
}

/**
 * Creates database `crels`, owned by role `crels`, unless an earlier start has; `adminUrl` opens another database. And
 * wakes the checkpointer, which went to sleep before the server was ready and so for `checkpoint_timeout`, five minutes,
 * without a thought of `archive_timeout`.
 */
async function prepareServer(adminUrl: string, settings: Record<string, string>): Promise<void> {
  await withClient(adminUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [CRELS])
    if (!rowCount) await client.query(`create database ${CRELS} owner ${CRELS}`)
    if (settings.archive_timeout !== undefined) await client.query('select pg_reload_conf()')
  })
}
