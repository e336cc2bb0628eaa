import { networkOf } from '#server/platform/http/network-of.ts'
import { BoundedMap } from './bounded-map.ts'

/** Networks counted at a time; past twice that the quietest begin anew. */
const networksMax = 20_000
const minuteMs = 60_000

/** How often the network of an address did something within a minute of the clock, in this process. */
export class GuessLimit {
  readonly #perMinute: number
  readonly #counts = new BoundedMap<string, { minute: number; count: number }>(networksMax)

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /** Counts one more; answers the seconds until the next minute where it was one too many, 0 otherwise. */
  count(address: string, nowMs: number = Date.now()): number {
    const network = networkOf(address)
    const minute = Math.floor(nowMs / minuteMs)
    const known = this.#counts.get(network)
    if (known?.minute !== minute) {
      this.#counts.set(network, { minute, count: 1 })
      return 0
    }
    known.count += 1
    return known.count <= this.#perMinute ? 0 : Math.ceil(((minute + 1) * minuteMs - nowMs) / 1_000)
  }
}
