import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isRunning } from '#server/platform/embedded-postgres/process-facts.ts'

const PREFIX = 'crels-run-'

/** A file system in memory, on most Linux machines. */
const MEMORY = '/dev/shm'

/** What the databases of a run take at most, twice over. */
const MEMORY_BYTES = 4 * 1024 ** 3

/**
 * Makes the folders for everything this run's tests make, and answers how to remove them; what runs that were killed
 * left behind goes first. They are named in the environment, since workers and the programs they start have that in
 * common.
 */
export function openRunFolder(): () => void {
  for (const root of new Set([tmpdir(), databaseRoot()]))
    for (const name of readdirSync(root)) {
      const [, pid] = /^crels-run-(\d+)-/.exec(name) ?? []
      if (pid && !isRunning(Number(pid))) removeFolder(path.join(root, name))
    }
  const folder = makeRunFolder(tmpdir())
  const databases = makeRunFolder(databaseRoot())
  process.env.CRELS_RUN_FOLDER = folder
  process.env.CRELS_DATABASE_FOLDER = databases
  // Hundreds of processes load the same modules: what the first of them compiled, the others read.
  process.env.NODE_COMPILE_CACHE ??= path.join(folder, 'compiled')
  return () => [folder, databases].forEach(removeFolder)
}

/** A folder of this run that other accounts pass through, as tests that start Crels under them need. */
function makeRunFolder(root: string): string {
  const folder = mkdtempSync(path.join(root, `${PREFIX}${process.pid}-`))
  chmodSync(folder, 0o711)
  return folder
}

/**
 * Where databases lie: in memory where the machine has room for them, since cloning one there takes a tenth of the
 * processor's time (30 ms instead of 300 on ext4), else in the system's temporary folder.
 */
function databaseRoot(): string {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize < MEMORY_BYTES ? tmpdir() : MEMORY
  } catch {
    return tmpdir()
  }
}

/** The run's folder; outside a run of tests the system's. */
export function runFolder(): string {
  return process.env.CRELS_RUN_FOLDER ?? tmpdir()
}

/** A new folder that goes with the run, at the latest. */
export function temporaryFolder(name: string): string {
  return mkdtempSync(path.join(runFolder(), `crels-${name}-`))
}

/** Where the run's databases lie; outside a run of tests in the system's temporary folder. No program starts from it. */
export function databaseFolder(): string {
  return process.env.CRELS_DATABASE_FOLDER ?? tmpdir()
}

/** Another account's folder among them stays for that account to remove. */
function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
  }
}
