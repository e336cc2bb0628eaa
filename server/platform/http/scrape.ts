import { setTimeout as delay } from 'node:timers/promises'

/** How long a scrape waits for what it measures, in milliseconds: less than what Prometheus waits for it. */
const waitMs = 1_000

/**
 * A gauge's `collect` of what takes the database: it waits a second at most, so that a scrape has what was measured last
 * where this hangs. One at a time: while one hangs, scrapes ask for no more connections. `measure` does not throw.
 */
export function collectInTime(measure: () => Promise<void>): () => Promise<void> {
  let measuring: Promise<void> | undefined
  return async () => {
    measuring ??= measure().finally(() => (measuring = undefined))
    const wait = new AbortController()
    const late = delay(waitMs, undefined, { signal: wait.signal }).catch(() => {})
    await Promise.race([measuring, late]).finally(() => wait.abort())
  }
}
