import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { postmasterFileOf, readPostmasterFile } from './postmaster-file.ts'
import { commandOf, isRunning, runningIn } from './process-facts.ts'
import { StartProblem } from './start-problem.ts'
import type { Binaries } from './binaries.ts'

/** The name our servers carry on their command line, by which a leftover server of ours is recognized. */
export const CLUSTER_NAME = 'crels'

/**
 * Clears what an earlier run that was killed left in the way. Call it with the data directory locked: a server
 * that still runs on it then has lost its owner. Throws a StartProblem if the server is not one of ours.
 */
export async function settleLeftover(
  binaries: Binaries,
  clusterDir: string,
  log: (message: string) => void,
): Promise<void> {
  const left = readPostmasterFile(clusterDir)
  if (!left) return
  if (!isRunning(left.pid)) return await disownPid(clusterDir)
  const command = commandOf(left.pid)

  if (process.platform === 'win32') {
    await promisify(execFile)(binaries.pgCtl, ['stop', '-D', clusterDir, '-m', 'fast', '-w']).catch(() => {})
  } else if (!command.includes('postgres') || !command.includes(clusterDir)) {
    await disownPid(clusterDir)
  } else if (command.includes(`cluster_name=${CLUSTER_NAME}`)) {
    log(`Stopping the PostgreSQL that an earlier run left behind (process ${left.pid})`)
    await stopProcess(left.pid)
  } else {
    throw new StartProblem(
      `Another PostgreSQL (process ${left.pid}) runs on ${clusterDir}: stop it, or set DATA_DIR to another directory.`,
    )
  }
}

/**
 * The id in a stale postmaster.pid may now belong to some other program (ids repeat soon in containers), or to the dead
 * server itself until it is reaped; PostgreSQL would take either for a running server. It ignores its parent's id,
 * which is ours; the rest of the file must stay, since from it the server learns whether processes of the dead one
 * still use its memory.
 */
async function disownPid(clusterDir: string): Promise<void> {
  const file = postmasterFileOf(clusterDir)
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(/^\d+/, String(process.pid)))
}

/**
 * Ends the connections of a server that was killed itself: a busy one does not notice, works on for as long as its
 * statement takes, and holds the memory that the next server must not share with it.
 */
export function endOrphanedConnections(clusterDir: string): void {
  for (const pid of runningIn(clusterDir, 'postgres')) {
    try {
      process.kill(pid, 'SIGQUIT')
    } catch {
      // It ended by itself.
    }
  }
}

/** Fast shutdown, then an immediate one, then force: the next start recovers from its log after either. */
async function stopProcess(pid: number): Promise<void> {
  for (const [signal, waitMs] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5000],
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    const deadline = Date.now() + waitMs
    while (Date.now() < deadline) {
      if (!isRunning(pid)) return
      await sleep(50)
    }
  }
}
