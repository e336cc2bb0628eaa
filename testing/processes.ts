import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { dataDirAt } from '#server/platform/embedded-postgres/data-dir.ts'
import { readPostmasterFile } from '#server/platform/embedded-postgres/postmaster-file.ts'
import { isRunning } from '#server/platform/embedded-postgres/process-facts.ts'
import { freePort } from './free-port.ts'
import { databaseFolder, runFolder } from './run-folder.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

/** How a program ended, and all it wrote. */
export interface Ended {
  status: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

/** A program as an operator runs it: of the tests' environment only PATH, HOME and the cache of compiled code. */
export interface Program {
  pid: number
  stdout(): string
  /** Resolves when it has written `text`; throws with what it wrote if it ends before that. */
  saying(text: string): Promise<void>
  ended: Promise<Ended>
  kill(signal: NodeJS.Signals): void
  /** To it and all it has started in its group, as a terminal's Ctrl-C does. */
  killGroup(signal: NodeJS.Signals): void
}

const programs: Program[] = []
const folders: string[] = []
const closers: (() => Promise<void>)[] = []

/** For `afterAll`: kills what still runs, and removes the data directories. */
export async function endPrograms(): Promise<void> {
  for (const program of programs) program.killGroup('SIGKILL')
  await Promise.all(programs.map(({ ended }) => ended))
  for (const close of closers.splice(0)) await close()
  const deadline = Date.now() + 10_000
  while (folders.some(databaseOf) && Date.now() < deadline) await sleep(50)
  for (const folder of folders.splice(0)) {
    // A killed site leaves the directory of its database's socket for the next start, which there is not.
    const { socketNote } = dataDirAt(folder)
    if (existsSync(socketNote)) rmSync(readFileSync(socketNote, 'utf8'), { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/**
 * For a command that is interrupted: ends what it started, removes its folder, and exits. What it started has process
 * groups of its own, which Ctrl-C does not reach.
 */
export function endOnSignals(removeFolder: () => void = () => {}): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(
      signal,
      () =>
        void endPrograms()
          .then(removeFolder)
          .then(() => process.exit(130)),
    )
}

/** Where and as whom a program runs, if not in the project's folder as who runs the tests. */
export interface Whereabouts {
  cwd?: string
  uid?: number
  gid?: number
}

/** What a program has of the tests' environment. */
export function surroundings(): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  // What a killed one leaves in its temporary folder goes with the run.
  return { PATH, HOME, NODE_COMPILE_CACHE, TMPDIR: runFolder(), BUILD_WEB: 'false' }
}

/** Starts a program in a process group of its own; `endPrograms` ends it. */
export function startProgram(
  command: string[],
  settings: Record<string, string>,
  input?: string,
  whereabouts: Whereabouts = {},
): Program {
  const child = spawn(command[0]!, command.slice(1), {
    cwd: root,
    ...whereabouts,
    env: { ...surroundings(), ...settings },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    detached: true,
  })
  child.stdin?.end(input)
  let stdout = ''
  let stderr = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (status, signal) => resolve({ status, signal, stdout, stderr })),
  )
  const pid = child.pid!
  const killGroup = (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, signal)
  }
  const program: Program = {
    pid,
    stdout: () => stdout,
    saying: async (text) =>
      await new Promise((resolve, reject) => {
        const look = () => stdout.includes(text) && resolve()
        child.stdout!.on('data', look)
        look()
        void ended.then(() => reject(new Error(`It ended without saying "${text}":\n${stdout}${stderr}`)))
      }),
    ended,
    kill: (signal) => void child.kill(signal),
    killGroup,
  }
  programs.push(program)
  return program
}

/** A site that was started by its command. */
export interface StartedSite extends Program {
  origin: string
  settings: Record<string, string>
}

export const nodeStart = [process.execPath, 'server/start.ts']

/** Starts the site on a free port and resolves when it says where it is open. */
export async function startSite(
  settings: Record<string, string>,
  command: string[] = nodeStart,
  whereabouts: Whereabouts = {},
): Promise<StartedSite> {
  const all = { PORT: String(await freePort()), ...settings }
  const program = startProgram(command, all, undefined, whereabouts)
  await program.saying('Crels is open at ')
  return { ...program, origin: `http://localhost:${all.PORT}`, settings: all }
}

/** Runs a command of the CLI to its end. */
export async function crels(
  args: string[],
  settings: Record<string, string>,
  input?: string,
): Promise<Ended> {
  return await startProgram([process.execPath, 'server/cli.ts', ...args], settings, input).ended
}

/** A data directory that `endPrograms` removes. */
export function temporaryDataDir(): string {
  return removedLater(mkdtempSync(path.join(databaseFolder(), 'crels-start-')))
}

/** Has `endPrograms` close what programs worked with, when they have ended. */
export function closedLater(close: () => Promise<void>): void {
  closers.push(close)
}

/** Has `endPrograms` remove a data directory, when its database has ended. */
export function removedLater(dataDir: string): string {
  folders.push(dataDir)
  return dataDir
}

/** The process id of the database that runs on a data directory. */
export function databaseOf(dataDir: string): number | undefined {
  const pid = readPostmasterFile(dataDirAt(dataDir).clusterDir)?.pid
  return pid !== undefined && isRunning(pid) ? pid : undefined
}
