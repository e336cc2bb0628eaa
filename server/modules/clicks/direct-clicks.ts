import { setTimeout as delay } from 'node:timers/promises'
import type { ClickLoader, KeyedLines } from './load-clicks.ts'

/** Clicks that wait for the database at most, while the folder refuses them: about 1 MB. */
const linesMax = 5_000
/** How long a redirect waits for its click where nothing else is said, in milliseconds. */
export const directClickWaitMs = 1_000

/** The wait is over and the transaction is not: the click may be stored yet, after its redirect. */
export class ClickTooSlow extends Error {
  /** Done when it is stored after all; fails when it is not. */
  readonly stored: Promise<void>

  constructor(stored: Promise<void>) {
    super('the database takes a click too slowly')
    this.stored = stored
  }
}

/**
 * Takes clicks to the database without the folder, which refuses them: those that come while one transaction is under way
 * are the next one. An answer waits for its click's commit, so what was answered is as safe as in a file. Bounded: what is
 * too much, or too slow, fails at once, and the redirect goes on without a click's id.
 */
export class DirectClicks {
  readonly #loader: Pick<ClickLoader, 'loadLines'>
  readonly #waitMs: number
  #segments: KeyedLines[] = []
  #pending = 0
  #next: Promise<void> | undefined
  #last: Promise<void> = Promise.resolve()

  constructor(loader: Pick<ClickLoader, 'loadLines'>, waitMs = directClickWaitMs) {
    this.#loader = loader
    this.#waitMs = waitMs
  }

  /**
   * Stores lines; done when the database has them. Throws when it does not take them, or `ClickTooSlow`. It may have them
   * all the same: under the same key they may be stored again.
   */
  async store(segment: KeyedLines): Promise<void> {
    const count = segment.lines.split('\n').length - 1
    if (this.#pending + count > linesMax) throw new Error('too many clicks wait for the database')
    this.#pending += count
    this.#segments.push(segment)
    this.#next ??= this.#load(this.#last)
    this.#last = this.#next
    const stored = this.#next.finally(() => (this.#pending -= count))
    const wait = new AbortController()
    stored.catch(() => {})
    const late = delay(this.#waitMs, undefined, { signal: wait.signal }).then(() => {
      throw new ClickTooSlow(stored)
    })
    late.catch(() => {})
    await Promise.race([stored, late]).finally(() => wait.abort())
  }

  async #load(before: Promise<void>): Promise<void> {
    await Promise.allSettled([before])
    const segments = this.#segments
    this.#segments = []
    this.#next = undefined
    await this.#loader.loadLines(segments)
  }
}
