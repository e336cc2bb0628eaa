import { processLine } from './process-line.ts'

/** npm passes on what the terminal has already sent to every process, so one Ctrl-C arrives twice. */
const sameSignalMs = 1_000

/**
 * Calls `stop` once on SIGTERM or SIGINT, then ends the process: with 0 when it finished, with 1 after 9.5 s
 * or a failure. Another signal a second later ends it at once.
 */
export function stopOnSignals(stop: () => Promise<void>): void {
  let stoppingSince: number | undefined
  const onSignal = () => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > sameSignalMs) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    setTimeout(() => process.exit(1), 9_500).unref()
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
