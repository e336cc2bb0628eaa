import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { readPostmasterFile } from './postmaster-file.ts'
import { type ServiceAccount, commandFor } from './service-account.ts'
import type { Binaries } from './binaries.ts'
import type { DataDir } from './data-dir.ts'

/** A server process of ours that accepts connections; `ended` resolves with the reason when it ends, however it does. */
export type Postmaster = { ended: Promise<string>; stop(): Promise<void> }

/**
 * Runs before the server and then becomes it, under one process id. It leaves a watcher of about 1 MB that asks the server
 * for a fast shutdown when its standard input ends without a line: this process is gone then, however it died.
 * The watcher is forked twice, else it were the server's child, and PostgreSQL takes a child's death for a crash.
 */
const WATCHED = `
exec 3<&0 </dev/null
( ( read -r _ <&3 || kill -INT $$ ) >/dev/null 2>&1 & )
exec 3<&-
exec "$@"`

/** Recovery after a power cut reads at most `max_wal_size` of log; this is far beyond it. */
const READY_WITHIN_MS = 600_000

/**
 * Starts the server and resolves when it accepts connections.
 * Throws an Error with what the server wrote to its log if it ends before that.
 */
export async function startPostmaster(
  binaries: Binaries,
  account: ServiceAccount,
  { clusterDir, logFile }: DataDir,
  settings: Record<string, string>,
): Promise<Postmaster> {
  const settingArgs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = [binaries.postgres, '-D', clusterDir, ...settingArgs]
  const isWatched = process.platform !== 'win32'
  const { program, args, options } = commandFor(
    account,
    isWatched ? ['sh', '-c', WATCHED, 'sh', ...server] : server,
  )

  const log = openSync(logFile, 'a', 0o600)
  const logStart = fstatSync(log).size
  // Its own session: Ctrl-C on the terminal reaches only us, and we stop the server after the last request.
  const child = spawn(program, args, { ...options, stdio: ['pipe', log, log], detached: isWatched })
  closeSync(log)
  const ended = endOf(child)

  const deadline = Date.now() + READY_WITHIN_MS
  let isOver = false
  void ended.then(() => (isOver = true))
  while (!isReady(clusterDir, child.pid)) {
    if (isOver || Date.now() > deadline) {
      child.kill('SIGQUIT')
      throw new Error(readFileSync(logFile).subarray(logStart).toString('utf8') || (await ended))
    }
    await sleep(15)
  }
  // The server is no reason for a program to stay that has nothing else to do.
  child.unref()
  return { ended, stop: () => stopChild(child, ended, binaries, clusterDir) }
}

function endOf(child: ChildProcess): Promise<string> {
  child.stdin!.on('error', () => {})
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => {
      // A line, so that the watcher ends without a signal to an id that may be another process's by now.
      child.stdin!.end('\n')
      resolve(signal ? `ended by ${signal}` : `ended with code ${code}`)
    })
  })
}

function isReady(clusterDir: string, pid: number | undefined): boolean {
  const file = readPostmasterFile(clusterDir)
  return file !== undefined && file.pid === pid && file.isReady
}

/** Fast shutdown, then immediate (the next start recovers), then by force: 9.5 s at most. */
async function stopChild(
  child: ChildProcess,
  ended: Promise<string>,
  binaries: Binaries,
  clusterDir: string,
): Promise<void> {
  const isEnded = () => child.exitCode !== null || child.signalCode !== null
  child.ref()
  for (const [signal, waitMs] of [
    ['SIGINT', 6000],
    ['SIGQUIT', 3000],
    ['SIGKILL', 500],
  ] as const) {
    if (isEnded()) return
    // Windows has no signals: pg_ctl asks the server by its own means.
    if (process.platform === 'win32' && signal === 'SIGINT') {
      execFile(binaries.pgCtl, ['stop', '-D', clusterDir, '-m', 'fast', '-W'], () => {})
    } else {
      child.kill(signal)
    }
    const timer = new AbortController()
    await Promise.race([ended, sleep(waitMs, undefined, { signal: timer.signal }).catch(() => {})])
    timer.abort()
  }
}
