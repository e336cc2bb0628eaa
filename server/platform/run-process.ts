import { startLine } from './start-line.ts'
import { stopOnSignals } from './signals.ts'

/**
 * Runs a process that lives until it is told to stop: `start` answers how. A failed start ends with one clear line
 * and status 1; SIGTERM during the start waits for it and then stops.
 */
export async function runProcess(start: () => Promise<() => Promise<void>>): Promise<void> {
  const starting = start()
  stopOnSignals(async () => await (await starting)())
  try {
    await starting
  } catch (error) {
    process.stderr.write(`${startLine(error) ?? (error as Error).stack}\n`)
    process.exit(1)
  }
}

/** Ends the process because the embedded database ended by itself; the next start recovers from its log. */
export function endOnCrash(reason: string): void {
  process.stderr.write(`The database ended by itself: ${reason}. Start again to recover.\n`)
  process.exit(1)
}

/** Tells whoever started the process, in one line. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
