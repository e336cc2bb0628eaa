import type { Logger } from 'pino'
import type { ForwardTarget } from '#server/analytics-settings.ts'
import type { Db } from '#server/platform/database.ts'
import { DeliveryPump } from '#server/platform/delivery-pump.ts'
import { retryAfterOf } from '#server/platform/networks/post-to-public.ts'
import { sparingLog } from '#server/platform/sparing-log.ts'
import { recordForwarded, recordNotForwarded, takeDueEvents, type DueEvent } from './forward-queries.ts'

/**
 * Batches under way at once, and events of each: the API takes 500 KB a batch, and 100 events are what its libraries
 * send.
 */
const attemptsMax = 4
const eventsMax = 100
const bytesMax = 450 * 1024

const timeoutMs = 15_000
const firstDelayMs = 5_000
const longestDelayMs = 3_600_000

/**
 * Forwards events to another service of the Segment HTTP API, at least once and with the id they came with, by which that
 * service knows a repetition. None is given up before it is too old to be kept.
 */
export class ForwardPump extends DeliveryPump<DueEvent[]> {
  readonly #db: Db
  readonly #target: ForwardTarget
  readonly #log
  /** The last attempt failed: one at a time until it is taken again. */
  #isFailing = false

  constructor(db: Db, target: ForwardTarget, log: Logger) {
    super({ name: 'analytics forwarding', attemptsMax, log })
    this.#db = db
    this.#target = target
    this.#log = sparingLog(log)
  }

  protected async takeDue(limit: number, underWay: DueEvent[][]): Promise<DueEvent[][]> {
    if (this.#isFailing && underWay.length > 0) return []
    const most = this.#isFailing ? { together: 1, alone: 1 } : { together: eventsMax, alone: limit }
    return inBatches(await takeDueEvents(this.#db, most))
  }

  protected async attempt(events: DueEvent[], signal: AbortSignal): Promise<boolean> {
    const ids = events.map(({ id }) => id)
    const { status, retryAfterMs } = await this.#post(events, signal)
    this.#isFailing = status === null || status === 429 || status === 408 || status >= 500
    if (status !== null && status >= 200 && status < 300) {
      await recordForwarded(this.#db, ids)
      return true
    }
    this.#log('forward', { status, events: ids.length }, 'analytics events not forwarded')
    // One of them may be what it cannot read: the others go on without it.
    if (!this.#isFailing && ids.length > 1) {
      await recordNotForwarded(this.#db, ids, { delayMs: 0, alone: true })
      return false
    }
    const attempts = Math.max(...events.map((event) => event.attempts))
    const delayMs = Math.max(forwardDelayMs(attempts, Math.random()), Math.min(retryAfterMs, longestDelayMs))
    await recordNotForwarded(this.#db, ids, { delayMs, alone: false })
    return false
  }

  /** Its answer; null is none. Throws only what `signal` was aborted with: then the events come back by themselves. */
  async #post(
    events: DueEvent[],
    signal: AbortSignal,
  ): Promise<{ status: number | null; retryAfterMs: number }> {
    const { url, writeKey } = this.#target
    try {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        headers: {
          'content-type': 'application/json',
          authorization: `Basic ${Buffer.from(`${writeKey}:`).toString('base64')}`,
        },
        body: JSON.stringify({
          batch: events.map(({ message }) => message),
          writeKey,
          sentAt: new Date().toISOString(),
        }),
      })
      await answer.body?.cancel()
      return { status: answer.status, retryAfterMs: retryAfterOf(answer.headers.get('retry-after')) }
    } catch {
      signal.throwIfAborted()
      return { status: null, retryAfterMs: 0 }
    }
  }
}

/**
 * When to try again after `attempts` failed ones: 5 s, then four times as long each, an hour at most; a fifth by chance.
 */
export function forwardDelayMs(attempts: number, chance: number): number {
  const delay = Math.min(firstDelayMs * 4 ** Math.min(attempts - 1, 10), longestDelayMs)
  return Math.round(delay * (0.8 + 0.2 * chance))
}

/** Events in batches of what the API takes; each that goes alone is one. */
function inBatches(due: DueEvent[]): DueEvent[][] {
  const batches = due.filter(({ alone }) => alone).map((event) => [event])
  let batch: DueEvent[] = []
  let bytes = 0
  for (const event of due.filter(({ alone }) => !alone)) {
    const size = Buffer.byteLength(JSON.stringify(event.message))
    if (batch.length > 0 && bytes + size > bytesMax) {
      batches.push(batch)
      ;[batch, bytes] = [[], 0]
    }
    batch.push(event)
    bytes += size
  }
  return batch.length > 0 ? [...batches, batch] : batches
}
