/**
 * Answers of `load` kept for a while, the promise itself, so that callers at the same moment share one question.
 * A failure is not kept; beyond `entriesMax` the oldest entry goes.
 */
export class ExpiringCache<V> {
  readonly #entries = new Map<string, { value: Promise<V>; expiresAtMs: number }>()
  readonly #ttlMs: number
  readonly #entriesMax: number

  constructor({ ttlMs, entriesMax = 50_000 }: { ttlMs: number; entriesMax?: number }) {
    this.#ttlMs = ttlMs
    this.#entriesMax = entriesMax
  }

  async get(key: string, load: () => Promise<V>): Promise<V> {
    const known = this.#entries.get(key)
    if (known && known.expiresAtMs > Date.now()) return await known.value
    const value = load()
    const entry = { value, expiresAtMs: Date.now() + this.#ttlMs }
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    if (this.#entries.size > this.#entriesMax) this.#entries.delete(this.#entries.keys().next().value!)
    try {
      return await value
    } catch (error) {
      if (this.#entries.get(key) === entry) this.#entries.delete(key)
      throw error
    }
  }

  /** Forgets one entry; a question already under way is not kept either. */
  evict(key: string): void {
    this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
  }
}
