import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { longestOnItsWaySec } from './click-batches.ts'
import type { ClickStorage } from './click-storage.ts'

/** How long what was found is believed, in milliseconds: while clicks wait, every report of one that is not there asks. */
const believedMs = 5_000

/** Which clicks may have been answered and wait between the spool and the store of columns. */
export class WaitingClicks {
  readonly #db: Db
  readonly #storage: Pick<ClickStorage, 'clickHouse' | 'log'>
  readonly #clock: Clock
  #asked: { atMs: number; oldest: Promise<Date | null> } | undefined

  constructor(db: Db, storage: Pick<ClickStorage, 'clickHouse' | 'log'>, clock: Clock) {
    this.#db = db
    this.#storage = storage
    this.#clock = clock
  }

  /** When the oldest of them was made, in domain time; null where none waits, 1970 where the log does not say. */
  async oldestAt(): Promise<Date | null> {
    if (!this.#storage.clickHouse) return null
    if (!this.#asked || performance.now() - this.#asked.atMs > believedMs)
      this.#asked = { atMs: performance.now(), oldest: this.#oldestAt() }
    return await this.#asked.oldest
  }

  async #oldestAt(): Promise<Date | null> {
    const state = this.#storage.log?.state()
    const [batchSec, log] = await Promise.all([
      longestOnItsWaySec(this.#db).catch(() => null),
      state?.catch(() => null),
    ])
    if (batchSec === null || log === null) return new Date(0)
    const sinceMs = (seconds: number) => this.#clock.now().getTime() - seconds * 1_000
    const momentsMs = [
      ...(batchSec > 0 ? [sinceMs(batchSec)] : []),
      ...(log && log.waiting > 0 ? [sinceMs(log.oldestSec), log.oldestClickAt?.getTime() ?? Infinity] : []),
    ]
    return momentsMs.length > 0 ? new Date(Math.min(...momentsMs)) : null
  }
}
