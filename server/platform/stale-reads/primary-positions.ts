interface Position {
  /** A moment of `performance.now`. */
  atMs: number
  /** Up to where the primary's log was written then, in bytes. */
  bytes: number
}

/**
 * Where the primary's log was at moments of this process: a replica that has replayed it up to a position has everything
 * that was committed before that moment. Unlike the time of the last transaction that was replayed this holds while
 * nothing is written, and whatever the machines' clocks say.
 */
export class PrimaryPositions {
  #known: Position[] = []
  readonly #keptMs: number

  /** Positions older than `keptMs` are of no use. */
  constructor(keptMs: number) {
    this.#keptMs = keptMs
  }

  add(position: Position): void {
    const last = this.#known.at(-1)
    // Another server took over at an earlier place: what was known of the former one says nothing of it.
    if (last && position.bytes < last.bytes) this.#known = []
    this.#known = this.#known.filter(({ atMs }) => position.atMs - atMs <= this.#keptMs)
    this.#known.push(position)
  }

  /** The last known moment before which everything is in a replica that has replayed `bytes`; undefined where none is. */
  coveredBy(bytes: number): number | undefined {
    return this.#known.findLast((position) => position.bytes <= bytes)?.atMs
  }
}
