import { setTimeout as delay } from 'node:timers/promises'
import type { ClickLoader } from './load-clicks.ts'

/** Clicks that wait for the database at most, while the folder refuses them: about 1 MB. */
const linesMax = 5_000
/** How long a redirect waits for its click, in milliseconds. */
const waitMs = 1_000

/**
 * Takes clicks to the database without the folder, which refuses them: those that come while one transaction is under way
 * are the next one. An answer waits for its click's commit, so what was answered is as safe as in a file. Bounded: what is
 * too much, or too slow, fails at once, and the redirect goes on without a click's id.
 */
export class DirectClicks {
  readonly #loader: Pick<ClickLoader, 'loadLines'>
  readonly #name: string
  #batches = 0
  #lines: string[] = []
  #waiting = 0
  #next: Promise<void> | undefined
  #last: Promise<void> = Promise.resolve()

  /** `name` is this process's, unique forever. */
  constructor(loader: Pick<ClickLoader, 'loadLines'>, name: string) {
    this.#loader = loader
    this.#name = name
  }

  /** Stores lines; done when the database has them. Throws when it does not take them, or not soon enough. */
  async store(lines: string): Promise<void> {
    const count = lines.split('\n').length - 1
    if (this.#waiting + count > linesMax) throw new Error('too many clicks wait for the database')
    this.#waiting += count
    this.#lines.push(lines)
    this.#next ??= this.#load(this.#last)
    this.#last = this.#next
    const stored = this.#next.finally(() => (this.#waiting -= count))
    const wait = new AbortController()
    const late = delay(waitMs, undefined, { signal: wait.signal }).then(() => {
      throw new Error('the database takes a click too slowly')
    })
    late.catch(() => {})
    stored.catch(() => {})
    await Promise.race([stored, late]).finally(() => wait.abort())
  }

  async #load(before: Promise<void>): Promise<void> {
    await Promise.allSettled([before])
    const text = this.#lines.join('')
    this.#lines = []
    this.#next = undefined
    await this.#loader.loadLines(`${this.#name}-direct-${++this.#batches}`, text)
  }
}
