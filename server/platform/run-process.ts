import { processLine } from './process-line.ts'
import { startLine } from './start-line.ts'

/** What a start is given: how to be undone, and how to notice that it is no longer wanted. */
export interface Run {
  /** Undoes what was just opened; the last one opened is the first one closed. Called once, on stop or failure. */
  onStop(close: () => Promise<void>): void
  /** Lets a stop take so many seconds longer. */
  stopMayTakeLonger(seconds: number): void
  /** Aborted by SIGTERM and SIGINT. */
  stopping: AbortSignal
}

/**
 * Runs a process until it gets a signal to stop. A failed start closes what it had opened and ends with one clear line
 * and status 1; SIGTERM during the start ends it at its next step, with status 0.
 */
export async function runProcess(start: (run: Run) => Promise<void>): Promise<void> {
  const closers: (() => Promise<void>)[] = []
  const closeAll = async () => {
    for (let close = closers.pop(); close; close = closers.pop()) await close()
  }
  const abort = new AbortController()
  let longerSec = 0
  const starting = start({
    onStop: (close) => closers.push(close),
    stopMayTakeLonger: (seconds) => (longerSec = seconds),
    stopping: abort.signal,
  })
  stopOnSignals(
    async () => {
      abort.abort()
      await starting.catch(() => {})
      await closeAll()
    },
    () => longerSec,
  )
  try {
    await starting
  } catch (error) {
    // Whatever else a start says while it is being stopped comes from that.
    if (abort.signal.aborted) return
    process.stderr.write(processLine('fatal', startLine(error) ?? String((error as Error).stack)))
    await closeAll().catch(() => {})
    process.exit(1)
  }
}

/** Ends the process because the embedded database ended by itself; the next start recovers from its log. */
export function endOnCrash(reason: string): void {
  process.stderr.write(
    processLine('fatal', `The database ended by itself: ${reason}. Start again to recover.`),
  )
  process.exit(1)
}

/** Writes one line to standard output, for the person who started the process. */
export function say(line: string): void {
  process.stdout.write(processLine('info', line))
}

/** npm passes on what the terminal has already sent to every process, so one Ctrl-C arrives twice. */
const sameSignalMs = 1_000

/**
 * Calls `stop` once on SIGTERM or SIGINT, then ends the process: with 0 when it finished, with 1 after 9.5 s, `longerSec`
 * more, or a failure. Another signal a second later ends it at once.
 */
function stopOnSignals(stop: () => Promise<void>, longerSec: () => number): void {
  let stoppingSince: number | undefined
  const onSignal = () => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > sameSignalMs) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    setTimeout(() => process.exit(1), 9_500 + longerSec() * 1_000).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(processLine('fatal', String((error as Error).stack)))
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
