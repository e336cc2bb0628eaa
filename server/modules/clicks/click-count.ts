/** Visits, and those of them that count. */
export interface ClickCount {
  /** Visits of every kind. */
  clicks: number
  /** Those that count. */
  countable: number
}

/** Adds visits to those of a key. */
export function addTo(counts: Map<string, ClickCount>, key: string, { clicks, countable }: ClickCount): void {
  const sum = counts.get(key) ?? { clicks: 0, countable: 0 }
  counts.set(key, { clicks: sum.clicks + clicks, countable: sum.countable + countable })
}
