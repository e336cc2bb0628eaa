import type { Db } from '#server/platform/database.ts'
import { sparingLog } from '#server/platform/sparing-log.ts'
import { takeDue } from './message-queries.ts'
import type { PushDeps } from './push-deps.ts'
import { sendPush } from './send-push.ts'

/** How often is looked for what is due, in milliseconds. */
const everyMs = 1_000

/** Attempts under way at once; push services that fail have this part of them, however many there are. */
const attemptsMax = 16
const failingMax = 4

/** How long a stop waits for attempts under way, in milliseconds. */
const patienceMs = 3_000

/** Sends what is due, in this process. Any number of processes may: each takes what no other has. */
export class PushPump {
  readonly #db: Db
  readonly #deps: PushDeps
  readonly #closing = new AbortController()
  readonly #underWay = new Map<Promise<void>, { uid: string; isFailing: boolean }>()
  readonly #logSparingly
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  #looking: Promise<unknown> = Promise.resolve()

  constructor(db: Db, deps: PushDeps) {
    this.#db = db
    this.#deps = deps
    this.#logSparingly = sparingLog(deps.log)
  }

  /** Looks for what is due from now on. */
  start(): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#looking = this.#take()
        .catch((error: unknown) => this.#logSparingly('push', { err: error }, 'push'))
        .finally(() => this.start())
    }, everyMs).unref()
  }

  /** Attempts everything that is due, and waits for it; answers how many attempts that were. */
  async deliverDue(): Promise<number> {
    let attempts = 0
    for (;;) {
      const taken = await this.#take()
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

  async #take(): Promise<number> {
    const attempts = [...this.#underWay.values()]
    const limit = attemptsMax - attempts.length
    if (limit <= 0) return 0
    const failing = attempts.filter(({ isFailing }) => isFailing).length
    const due = await takeDue(this.#db, {
      limit,
      failingMax: Math.max(0, failingMax - failing),
      underWay: attempts.map(({ uid }) => uid),
    })
    for (const message of due) {
      const attempt = sendPush(this.#db, message, { ...this.#deps, signal: this.#closing.signal })
        // What nothing was written about comes back by itself.
        .catch((error: unknown) => {
          if (!this.#closing.signal.aborted) this.#logSparingly('push', { err: error }, 'push attempt')
        })
        .finally(() => this.#underWay.delete(attempt))
      this.#underWay.set(attempt, { uid: message.uid, isFailing: message.failures > 0 })
    }
    return due.length
  }
}
