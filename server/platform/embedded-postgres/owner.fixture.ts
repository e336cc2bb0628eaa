import { type SpawnOptions, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, onTestFinished } from 'vitest'
import { databaseFolder } from '#testing/run-folder.ts'
import { dataDirAt } from './data-dir.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { isRunning } from './process-facts.ts'

/** Whether the tests themselves run as root. */
export const isRoot = process.getuid?.() === 0

/** A command prefix under which a process sees itself as root, under any account that runs the tests. */
export const asRoot = isRoot ? [] : ['unshare', '--user', '--map-root-user', '--']

/** A temporary directory that is removed with the test, when a server that lost its owner in it is gone. */
export function temporaryDir(): string {
  const dir = mkdtempSync(path.join(databaseFolder(), 'crels-embedded-'))
  onTestFinished(async () => await removeDataDir(dir))
  return dir
}

/**
 * For a file's tests that do not prove how a database is made, which takes longer than all else they do: one data
 * directory, whose database the first of them makes. Each leaves it with no server, and with a database that starts.
 */
export function shareDataDir(): () => string {
  let dir: string | undefined
  afterAll(async () => {
    if (dir) await removeDataDir(dir)
  })
  return () => {
    const shared = (dir ??= mkdtempSync(path.join(databaseFolder(), 'crels-embedded-')))
    onTestFinished(async () => await untilServerGone(shared))
    return shared
  }
}

async function untilServerGone(dir: string): Promise<void> {
  const running = readPostmasterFile(dataDirAt(dir).clusterDir)
  if (running) await untilGone(running.pid)
}

async function removeDataDir(dir: string): Promise<void> {
  await untilServerGone(dir)
  const { socketNote } = dataDirAt(dir)
  if (existsSync(socketNote)) rmSync(readFileSync(socketNote, 'utf8'), { recursive: true, force: true })
  rmSync(dir, { recursive: true, force: true })
}

/** What an owner process printed: an address, or the problem it met. */
export type Report = { url?: string; name?: string; message?: string }

/**
 * A process that owns a server: `report` resolves when it has started or failed; `ended` with all it printed when it is
 * gone.
 */
export type Owner = {
  pid: number
  report: Promise<Report>
  ended: Promise<string>
  kill(signal: NodeJS.Signals): void
}

/** Runs an owner process on `dataDir`, in its own process group; what is left of it is killed with the test. */
export function spawnOwner(
  dataDir: string,
  input: { prefix?: string[]; mode?: 'join'; options?: SpawnOptions } = {},
): Owner {
  const script = fileURLToPath(new URL('owner-process.fixture.ts', import.meta.url))
  const command = [...(input.prefix ?? []), process.execPath, script, dataDir, input.mode ?? 'start']
  const child = spawn(command[0]!, command.slice(1), {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...input.options,
  })
  let output = ''
  let complaint = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  const ended = new Promise<string>((resolve) => child.once('close', () => resolve(output)))
  const report = new Promise<Report>((resolve, reject) => {
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('\n')) resolve(JSON.parse(output.split('\n')[0]!))
    })
    child.once('exit', (code, signal) => reject(new Error(`owner ended (${code ?? signal}): ${complaint}`)))
    child.once('error', reject)
  })
  report.catch(() => {})
  const kill = (signal: NodeJS.Signals) => void (child.exitCode ?? child.signalCode ?? child.kill(signal))
  onTestFinished(async () => {
    kill('SIGKILL')
    await ended
  })
  return { pid: child.pid!, report, ended, kill }
}

/** Runs one statement on its own connection and gives its rows. */
export async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** Opens a connection and starts a statement on it that never ends; `broken` resolves when the server cut it off. */
export async function hang(
  url: string,
  statement: string,
): Promise<{ pid: number; broken: Promise<string> }> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const broken = client.query(statement).then(
    () => 'it ended',
    (error: Error) => error.message,
  )
  const isActive = `select 1 from pg_stat_activity where pid = ${rows[0].pid} and state = 'active' and query <> ''`
  while ((await query(url, isActive)).length === 0) await sleep(10)
  return { pid: rows[0].pid, broken }
}

/** Waits until a condition holds, at most 40 s. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + 40_000
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`after 40 s not yet: ${what}`)
    await sleep(10)
  }
}

/** Waits until a process is gone. */
export const untilGone = (pid: number): Promise<void> =>
  until(() => !isRunning(pid), `process ${pid} is gone`)
