import type { Logger } from 'pino'
import { sparingLog } from './sparing-log.ts'
import { traced } from './tracing/tracing.ts'

/** How often is looked for what is due, in milliseconds. */
const everyMs = 1_000

/** How long a stop waits for attempts under way, in milliseconds. */
const patienceMs = 3_000

/**
 * Attempts what is due, in this process. Any number of processes may: each takes what no other has. It looks once a
 * second, since a NOTIFY with every delivery would make the transactions that write them wait for each other (decision
 * 010). What is due, and how deliveries share the places, is said by the class that extends it.
 */
export abstract class DeliveryPump<Due> {
  readonly #name: string
  readonly #attemptsMax: number
  readonly #underWay = new Map<Promise<void>, Due>()
  readonly #closing = new AbortController()
  readonly #logSparingly
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  /** Attempts that ended since this process began, by what came of them. */
  readonly counts = { delivered: 0, failed: 0 }
  #looking: Promise<unknown> = Promise.resolve()

  /** `name` is what is delivered, as the log says it; `attemptsMax` are under way at once. */
  constructor({ name, attemptsMax, log }: { name: string; attemptsMax: number; log: Logger }) {
    this.#name = name
    this.#attemptsMax = attemptsMax
    this.#logSparingly = sparingLog(log)
  }

  /** Takes at most `limit` of what is due; `underWay` are those of the attempts that have not ended. */
  protected abstract takeDue(limit: number, underWay: Due[]): Promise<Due[]>

  /**
   * Makes one attempt, writes down what came of it, and answers whether it was delivered; `signal` ends it when the
   * process stops.
   */
  protected abstract attempt(due: Due, signal: AbortSignal): Promise<boolean>

  /** Looks for what is due from now on. */
  start(): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#looking = this.take()
        .catch((error: unknown) => this.#logSparingly('look', { err: error }, this.#name))
        .finally(() => this.start())
    }, everyMs).unref()
  }

  /** Begins to attempt what is due; answers how many. */
  async take(): Promise<number> {
    const limit = this.#attemptsMax - this.#underWay.size
    if (limit <= 0) return 0
    const taken = await this.takeDue(limit, [...this.#underWay.values()])
    for (const due of taken) {
      const attempt = traced(`deliver ${this.#name}`, {}, () => this.attempt(due, this.#closing.signal))
        .then((isDelivered) => void (this.counts[isDelivered ? 'delivered' : 'failed'] += 1))
        // What nothing was written down about comes back by itself.
        .catch((error: unknown) => {
          if (this.#closing.signal.aborted) return
          this.counts.failed += 1
          this.#logSparingly('attempt', { err: error }, `${this.#name} attempt`)
        })
        .finally(() => this.#underWay.delete(attempt))
      this.#underWay.set(attempt, due)
    }
    return taken.length
  }

  /** Attempts everything that is due, and waits for it; answers how many attempts that were. */
  async deliverDue(): Promise<number> {
    let attempts = 0
    for (;;) {
      const taken = await this.take()
      attempts += taken
      if (taken === 0 && this.#underWay.size === 0) return attempts
      if (this.#underWay.size > 0) await Promise.race(this.#underWay.keys())
    }
  }

  /** Takes nothing more, and waits a moment for what is under way; what does not end is sent again later. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    const ended = this.#looking.then(async () => await Promise.all(this.#underWay.keys()))
    const late = setTimeout(() => this.#closing.abort(), patienceMs)
    await ended
    clearTimeout(late)
    this.#closing.abort()
  }
}
