import type { Db } from '#server/platform/database.ts'
import { sparingLog } from '#server/platform/sparing-log.ts'
import type { Logger } from 'pino'
import { applyChanges } from './apply-changes.ts'

/** How long after a round the next begins, in milliseconds. */
const everyMs = 250

/**
 * Applies what members earn to the boards, in this process. Any number of processes may try: the database's lock lets one
 * at a time, and a round that finds it taken does nothing.
 */
export class ChangePump {
  readonly #db: Db
  readonly #logSparingly
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  #round: Promise<unknown> = Promise.resolve()

  constructor(db: Db, log: Logger) {
    this.#db = db
    this.#logSparingly = sparingLog(log)
  }

  start(): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#round = applyChanges(this.#db)
        .catch((error: unknown) => this.#logSparingly('leaderboard', { err: error }, 'leaderboard'))
        .finally(() => this.start())
    }, everyMs).unref()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#round
  }
}
