import { setTimeout as sleep } from 'node:timers/promises'
import { CRELS } from './cluster.ts'
import { dataDirAt } from './data-dir.ts'
import { databaseUrl, type Transport } from './listening.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { runCluster } from './run-cluster.ts'
import { DURABLE_SETTINGS } from './settings.ts'
import { DataDirInUse } from './start-problem.ts'

/**
 * A running embedded server: `url` opens database `crels` as its owner; `stop` resolves within 10 s and may be called
 * twice.
 */
export type EmbeddedPostgres = { url: string; stop(): Promise<void> }

/** `log` gets one line for each slow step; `onCrash` is called when the server ends without `stop`. */
export type EmbeddedInput = {
  dataDir: string
  log(message: string): void
  onCrash?(reason: string): void
  /** Beside those it always has. */
  settings?: Record<string, string>
  /** For tests; the platform decides. */
  transport?: Transport
}

/**
 * Starts PostgreSQL in `dataDir` (made if missing) and resolves when database `crels` accepts connections.
 * The server ends with this process, however that dies. Throws a StartProblem, whose one line is for people;
 * DataDirInUse if another process has started it there.
 */
export async function startEmbeddedPostgres(input: EmbeddedInput): Promise<EmbeddedPostgres> {
  const cluster = await runCluster({ ...input, settings: { ...DURABLE_SETTINGS, ...input.settings } })
  return { url: await cluster.url(CRELS), stop: cluster.stop }
}

/**
 * For commands beside a running site: uses the server that another process has started in `dataDir`, and starts one
 * only where there is none. `stop` leaves a server alone that is not ours. Throws a StartProblem.
 */
export async function joinEmbeddedPostgres(input: EmbeddedInput): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres(input)
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error
    const { clusterDir } = dataDirAt(input.dataDir)
    const deadline = Date.now() + 20_000
    for (;;) {
      const running = readPostmasterFile(clusterDir)
      if (running?.isReady)
        return { url: await databaseUrl(clusterDir, running, CRELS), stop: async () => {} }
      if (Date.now() > deadline) throw error
      await sleep(100)
    }
  }
}
