import { type ChildProcess, spawn } from 'node:child_process'
import { openSync, closeSync, fstatSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ServiceAccount, commandLine } from './service-account.ts'
import { StartProblem } from './start-problem.ts'
import type { Binaries } from './binaries.ts'

/** A PostgreSQL server process that we started and that accepts connections. */
export type Postmaster = { pid: number; stop(): Promise<void> }

/**
 * Runs in the server's place before it: a watcher that asks the server to stop (fast shutdown) when standard input
 * ends, which is when this process is gone, however it died. The server keeps the shell's process id.
 */
const WATCHED = `
exec 3<&0 </dev/null
( read -r _ <&3 || kill -INT $$ ) >/dev/null 2>&1 &
exec 3<&-
exec "$@"`

/**
 * Starts the server on `clusterDir` with `settings` and resolves when it accepts connections.
 * Throws a StartProblem with the server's own last words if it ends before that or is not ready in 60 s.
 */
export async function startPostmaster(
  binaries: Binaries,
  account: ServiceAccount,
  clusterDir: string,
  settings: Record<string, string>,
  logFile: string,
): Promise<Postmaster> {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { program, args } = commandLine(account, [
    'sh',
    '-c',
    WATCHED,
    'sh',
    binaries.postgres,
    '-D',
    clusterDir,
    ...options,
  ])
  const log = openSync(logFile, 'a')
  const logStart = fstatSync(log).size
  const child = spawn(program, args, {
    stdio: ['pipe', log, log],
    // Its own session: Ctrl-C on the terminal reaches us, and we stop the server after the last request.
    detached: true,
    uid: account.uid,
    gid: account.gid,
    env: { ...process.env, LC_ALL: 'C' },
  })
  closeSync(log)
  child.stdin!.on('error', () => {})
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => {
      child.stdin!.end('\n')
      resolve()
    })
  })

  const deadline = Date.now() + 60_000
  while (!isReady(clusterDir, child.pid)) {
    if (
      child.exitCode !== null ||
      child.signalCode !== null ||
      child.pid === undefined ||
      Date.now() > deadline
    ) {
      child.kill('SIGQUIT')
      throw new StartProblem(
        `PostgreSQL did not start (${lastWords(logFile, logStart)}): see ${logFile}, DATA_DIR or DATABASE_URL.`,
      )
    }
    await sleep(15)
  }
  // The server must not keep a program alive that has nothing else to do.
  child.unref()
  ;(child.stdin as unknown as { unref?(): void }).unref?.()
  return { pid: child.pid!, stop: () => stopChild(child, ended) }
}

/** The eighth line of postmaster.pid is the state that pg_ctl reads as well. */
function isReady(clusterDir: string, pid: number | undefined): boolean {
  try {
    const lines = readFileSync(path.join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
  } catch {
    return false
  }
}

function lastWords(logFile: string, from: number): string {
  const text = readFileSync(logFile).subarray(from).toString('utf8')
  const fatal = text.split('\n').filter((line) => /FATAL|PANIC|could not/.test(line))
  return (
    (fatal.at(-1) ?? text.trim().split('\n').at(-1) ?? '').replace(/^.*?(FATAL|PANIC):\s*/, '') ||
    'it said nothing'
  )
}

async function stopChild(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.ref()
  // Fast shutdown, then immediate (recovers at the next start), then by force: at most 9.5 s in all.
  for (const [signal, waitMs] of [
    ['SIGINT', 6000],
    ['SIGQUIT', 3000],
    ['SIGKILL', 500],
  ] as const) {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    if (await Promise.race([ended.then(() => true), sleep(waitMs, false, { ref: true })])) return
  }
}
