/**
 * A map that forgets: what was neither written nor read for longest goes first. It keeps two generations of at
 * most `entriesMax` each; when the young one is full it becomes the old one, and the old one is dropped whole,
 * so that forgetting costs nothing per entry.
 */
export class BoundedMap<K, V> {
  readonly #entriesMax: number
  #young = new Map<K, V>()
  #old = new Map<K, V>()

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax
  }

  get(key: K): V | undefined {
    const young = this.#young.get(key)
    if (young !== undefined || this.#old.size === 0) return young
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: K, value: V): void {
    if (this.#young.size >= this.#entriesMax && !this.#young.has(key)) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }

  delete(key: K): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }

  clear(): void {
    this.#young.clear()
    this.#old.clear()
  }
}
