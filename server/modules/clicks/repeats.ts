import { REPEAT_WINDOW_MS } from '#rules/click-verdict.ts'
import { BoundedMap } from './bounded-map.ts'

/** Most countable clicks this process remembers; past twice that the oldest count again, never a fresh one less. */
const entriesMax = 100_000

/** Which visitors had a countable click on which link within the hour, as far as this process saw. */
export class Repeats {
  readonly #lastAtMs = new BoundedMap<string, number>(entriesMax)

  /** Whether `visitor` had a countable click on the link less than an hour before `atMs`. */
  has(linkId: string, visitor: string, atMs: number): boolean {
    const last = this.#lastAtMs.get(linkId + visitor)
    // Either way: the clock of a development machine is put back too.
    return last !== undefined && Math.abs(atMs - last) < REPEAT_WINDOW_MS
  }

  /** Remembers a countable click. */
  add(linkId: string, visitor: string, atMs: number): void {
    this.#lastAtMs.set(linkId + visitor, atMs)
  }

  /** Forgets a click that could not be kept. */
  remove(linkId: string, visitor: string): void {
    this.#lastAtMs.delete(linkId + visitor)
  }
}
