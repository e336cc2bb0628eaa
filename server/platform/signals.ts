/**
 * Calls `stop` once on SIGTERM or SIGINT, then ends the process: with 0 when it finished, with 1 after 10 s
 * or a failure. A second signal ends at once.
 */
export function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false
  const onSignal = () => {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(1), 10_000).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
