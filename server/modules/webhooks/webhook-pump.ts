import type { Db } from '#server/platform/database.ts'
import { sparingLog } from '#server/platform/sparing-log.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { takeDue } from './delivery-queries.ts'
import type { WebhookDeps } from './webhook-deps.ts'

/** How often is looked for what is due, in milliseconds. */
const everyMs = 1_000

/** Attempts under way at once: in all, and for an endpoint before it is left alone until one has ended. */
const attemptsMax = 32
const perEndpoint = 4

/** Endpoints of which it is remembered that they had their turn. */
const servedMax = 256

/** How long a stop waits for attempts under way, in milliseconds. */
const patienceMs = 3_000

/**
 * Delivers what is due, in this process. Any number of processes may: each takes what no other has. It looks once a
 * second, since a NOTIFY with every message would make the transactions of brands wait for each other (decision 010).
 */
export class WebhookPump {
  readonly #db: Db
  readonly #deps: WebhookDeps
  readonly #closing = new AbortController()
  readonly #underWay = new Map<Promise<void>, string>()
  /** Who had a turn, longest ago first. */
  #served: string[] = []
  readonly #logSparingly
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  #looking: Promise<unknown> = Promise.resolve()

  constructor(db: Db, deps: WebhookDeps) {
    this.#db = db
    this.#deps = deps
    this.#logSparingly = sparingLog(deps.log)
  }

  /** Looks for what is due from now on. */
  start(): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#looking = this.take()
        .catch((error: unknown) => this.#logSparingly('webhooks', { err: error }, 'webhooks'))
        .finally(() => this.start())
    }, everyMs).unref()
  }

  /** Begins to attempt what is due; answers how many. */
  async take(): Promise<number> {
    const limit = attemptsMax - this.#underWay.size
    if (limit <= 0) return 0
    const underWay = [...new Set(this.#underWay.values())]
    const known = { busy: this.#busy(), underWay, served: this.#served }
    const due = await takeDue(this.#db, { limit, perEndpoint, ...known })
    this.#recordTurns(due.map(({ endpointId }) => endpointId))
    for (const delivery of due) {
      const attempt = attemptDelivery(this.#db, delivery, { ...this.#deps, signal: this.#closing.signal })
        // What nothing was written down about comes back by itself.
        .catch((error: unknown) => {
          if (!this.#closing.signal.aborted) this.#logSparingly('webhook', { err: error }, 'webhook attempt')
        })
        .finally(() => this.#underWay.delete(attempt))
      this.#underWay.set(attempt, delivery.endpointId)
    }
    return due.length
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

  #recordTurns(endpoints: string[]): void {
    const now = new Set(endpoints)
    this.#served = [...this.#served.filter((id) => !now.has(id)), ...now].slice(-servedMax)
  }

  #busy(): string[] {
    const counts = new Map<string, number>()
    for (const id of this.#underWay.values()) counts.set(id, (counts.get(id) ?? 0) + 1)
    return [...counts].filter(([, count]) => count >= perEndpoint).map(([id]) => id)
  }
}
