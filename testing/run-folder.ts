import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isRunning } from '#server/platform/embedded-postgres/process-facts.ts'

const PREFIX = 'crels-run-'

/**
 * Makes the folder for everything this run's tests make, and answers how to remove it; what runs that were killed left
 * behind goes first. It is named in the environment, since workers and the programs they start have that in common.
 */
export function openRunFolder(): () => void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = /^crels-run-(\d+)-/.exec(name) ?? []
    if (pid && !isRunning(Number(pid))) removeFolder(path.join(tmpdir(), name))
  }
  const folder = mkdtempSync(path.join(tmpdir(), `${PREFIX}${process.pid}-`))
  // Other accounts pass through, as tests that start Crels under them need.
  chmodSync(folder, 0o711)
  process.env.CRELS_RUN_FOLDER = folder
  // Hundreds of processes load the same modules: what the first of them compiled, the others read.
  process.env.NODE_COMPILE_CACHE ??= path.join(folder, 'compiled')
  return () => removeFolder(folder)
}

/** The run's folder; outside a run of tests the system's. */
export function runFolder(): string {
  return process.env.CRELS_RUN_FOLDER ?? tmpdir()
}

/** A new folder that goes with the run, at the latest. */
export function temporaryFolder(name: string): string {
  return mkdtempSync(path.join(runFolder(), `crels-${name}-`))
}

/** Another account's folder among them stays for that account to remove. */
function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
  }
}
