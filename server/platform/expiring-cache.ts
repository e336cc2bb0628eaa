import { LRUCache } from 'lru-cache'

/**
 * Answers of `load`, each kept for `ttlMs` from its question. Concurrent calls for one key share one load. A failure
 * is not kept; beyond `entriesMax` the entry that was read longest ago goes. Room for all entries is taken at once,
 * 40 bytes each.
 */
export class ExpiringCache<V> {
  /** In a box each: the library keeps no undefined. */
  readonly #cache: LRUCache<string, { value: V }, () => Promise<V>>

  constructor({ ttlMs, entriesMax }: { ttlMs: number; entriesMax: number }) {
    // The library still serves an entry of exactly its `ttl`.
    const ttl = ttlMs - 1
    this.#cache = new LRUCache({
      max: entriesMax,
      ttl,
      ttlResolution: 0,
      perf: Date,
      // A load that was evicted answers its callers and is not stored.
      ignoreFetchAbort: true,
      fetchMethod: async (_key, _stale, { context: load, options }) => {
        const askedAtMs = Date.now()
        const value = await load()
        // The library would count from the answer: a slow verdict would be trusted for longer.
        options.ttl = Math.max(1, ttl - (Date.now() - askedAtMs))
        return { value }
      },
    })
  }

  async get(key: string, load: () => Promise<V>): Promise<V> {
    const { value } = await this.#cache.forceFetch(key, { context: load })
    return value
  }

  /** Forgets one entry; a load already under way is not kept either. */
  evict(key: string): void {
    this.#cache.delete(key)
  }

  clear(): void {
    this.#cache.clear()
  }
}
