/** Failed sign-ins and mails asked for by one network within the window, before each further one needs a person. */
export const suspiciousAfter = 5

const windowMs = 15 * 60_000
/** Networks that are remembered; beyond them the oldest is forgotten. */
const networksMax = 50_000

/**
 * Counts, in this process's memory alone, what a network does that guessing and spamming are made of. Each of several
 * processes counts for itself: this only decides when to ask, the limits that hold are in the database.
 */
export class Suspicion {
  readonly #seen = new Map<string, { count: number; endsAtMs: number }>()

  record(network: string): void {
    const now = Date.now()
    const known = this.#seen.get(network)
    if (known && known.endsAtMs > now) return void known.count++
    this.#seen.delete(network)
    this.#seen.set(network, { count: 1, endsAtMs: now + windowMs })
    if (this.#seen.size > networksMax) this.#seen.delete(this.#seen.keys().next().value!)
  }

  of(network: string): boolean {
    const known = this.#seen.get(network)
    return known !== undefined && known.endsAtMs > Date.now() && known.count >= suspiciousAfter
  }
}
