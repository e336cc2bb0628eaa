import { DEFAULT_RATE, rateFromNumber } from '#rules/exchange.ts'

/** What the exchange answered, as the rules want it: a decimal text, and since when. */
export interface GoodRate {
  usdToCrels: string
  asOf: string
}

/** The rate a screen shows, and how far to trust it. */
export interface ShownRate {
  /** Crels for one US dollar, as a decimal text for `rules/exchange.ts`. */
  usdToCrels: string
  /** Since when it holds; null while it is the default. */
  asOf: string | null
  /** `live`, the last good one while newer ones fail, or the default while none has come. */
  standing: 'live' | 'stale' | 'default'
}

/**
 * Reads the answer of the rate call. Throws `Invalid data received` for empty data and for anything that is no
 * rate (docs/economy.md, Exchange).
 */
export function readRate(answer: unknown): GoodRate {
  const { value, asOf } = (answer ?? {}) as { value?: unknown; asOf?: unknown }
  try {
    if (typeof value !== 'number') throw new TypeError('Not a number')
    return { usdToCrels: rateFromNumber(value), asOf: typeof asOf === 'string' ? asOf : '' }
  } catch (cause) {
    throw new Error('Invalid data received', { cause })
  }
}

/** The default stays until a first success; after one, the last good rate stays and is marked stale on failure. */
export function shownRate(last: GoodRate | undefined, failed: boolean): ShownRate {
  if (!last) return { usdToCrels: DEFAULT_RATE, asOf: null, standing: 'default' }
  return { usdToCrels: last.usdToCrels, asOf: last.asOf || null, standing: failed ? 'stale' : 'live' }
}
