import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { BoundedMap } from './bounded-map.ts'
import {
  answeredState,
  trackedUrl,
  type StoredLinkState,
  type TrackedUrl,
} from '#server/modules/shortlinks/public.ts'

/** A link as a redirect needs it. */
export interface CachedLink {
  id: string
  url: TrackedUrl
  defaultSub: string | null
  state: StoredLinkState
  /** Domain time in milliseconds since 1970; infinite when it never ends. */
  expiresAtMs: number
  /** Where visits go once it has expired; null for a page that says so. */
  fallbackUrl: string | null
}

interface Known {
  link: CachedLink
  /** Wall time from which it is read again before it serves. */
  freshUntilMs: number
  /** How often everything had been doubted when this was made sure of. */
  doubts: number
}

/** Links and unknown codes kept, each twice over (see BoundedMap). */
const linksMax = 25_000
const unknownMax = 25_000

/** Notifications keep entries right; this bounds how long one could be wrong if ever they did not. */
const maxAgeMs = 60_000

/** Where the database is silent a link that only aged serves as it was after this long, and then so for a while. */
const patienceMs = 250
const postponeMs = 2_000

/** Codes that wait for the database; a flood of unknown ones is refused beyond this, and no query grows larger. */
const waitingMax = 10_000

/**
 * Links by code, in memory. Codes that are not there are read many at a time by one query at a time, so that however
 * many strangers try codes, links take one connection of the pool.
 */
export class LinkCache {
  readonly #db: Db
  readonly #links = new BoundedMap<string, Known>(linksMax)
  /** Codes of no link, with the wall time at which that was read. */
  readonly #unknown = new BoundedMap<string, number>(unknownMax)
  readonly #reading = new Map<string, Promise<CachedLink | null>>()
  #waiting = new Map<string, PromiseWithResolvers<CachedLink | null>>()
  #running = false
  #doubts = 0

  constructor(db: Db) {
    this.#db = db
  }

  /** The link, null when there is none, undefined when only `read` knows. */
  get(code: string, nowMs: number = Date.now()): CachedLink | null | undefined {
    const known = this.#links.get(code)
    if (known !== undefined)
      return nowMs < known.freshUntilMs && this.#isTrusted(known) ? known.link : undefined
    const readAtMs = this.#unknown.get(code)
    return readAtMs !== undefined && nowMs - readAtMs < maxAgeMs ? null : undefined
  }

  /** Reads a link. Where the database does not answer, one that was known is answered as it was; else it throws. */
  async read(code: string): Promise<CachedLink | null> {
    let reading = this.#reading.get(code)
    if (!reading) {
      reading = this.#enqueue(code)
      this.#reading.set(code, reading)
      const mine = reading
      // What was forgotten while it was read is not kept: it may be as it was before the change.
      const settle = (keep: () => void) => {
        if (this.#reading.get(code) !== mine) return
        this.#reading.delete(code)
        keep()
      }
      reading.then(
        (link) => settle(() => this.#keep(code, link)),
        () => settle(() => this.#postpone(code)),
      )
    }
    const known = this.#links.get(code)
    if (!known) return await reading
    try {
      return this.#isTrusted(known) ? await this.#patiently(code, reading, known.link) : await reading
    } catch {
      return known.link
    }
  }

  /** Forgets a link that was changed, or `*`: all of them. */
  forget(code: string): void {
    if (code === '*') return this.#clear()
    this.#reading.delete(code)
    this.#links.delete(code)
    this.#unknown.delete(code)
  }

  /**
   * Trusts nothing any more, since notifications may have been missed: each link is read before it serves again, and
   * serves as it was only where the database does not answer once more.
   */
  doubt(): void {
    this.#reading.clear()
    this.#unknown.clear()
    this.#doubts += 1
  }

  #clear(): void {
    this.#reading.clear()
    this.#links.clear()
    this.#unknown.clear()
  }

  #isTrusted({ doubts }: Known): boolean {
    return doubts === this.#doubts
  }

  /** A silent database answers nothing and refuses nothing: where there is a cached answer, no request waits for it. */
  async #patiently(code: string, reading: Promise<CachedLink | null>, known: CachedLink) {
    const read = await Promise.race([reading, delay(patienceMs, undefined, { ref: false })])
    if (read !== undefined) return read
    this.#postpone(code)
    return known
  }

  #keep(code: string, link: CachedLink | null): void {
    if (link) {
      this.#unknown.delete(code)
      this.#links.set(code, { link, freshUntilMs: Date.now() + maxAgeMs, doubts: this.#doubts })
    } else {
      this.#links.delete(code)
      this.#unknown.set(code, Date.now())
    }
  }

  /** The database does not answer: what is known serves a while longer before it is asked again. */
  #postpone(code: string): void {
    const known = this.#links.get(code)
    if (known)
      this.#links.set(code, {
        link: known.link,
        freshUntilMs: Date.now() + postponeMs,
        doubts: this.#doubts,
      })
  }

  async #enqueue(code: string): Promise<CachedLink | null> {
    if (this.#waiting.size >= waitingMax) throw new Error('too many codes are being read')
    let waiting = this.#waiting.get(code)
    if (!waiting) {
      waiting = Promise.withResolvers()
      this.#waiting.set(code, waiting)
    }
    if (!this.#running) void this.#work()
    return await waiting.promise
  }

  async #work(): Promise<void> {
    this.#running = true
    while (this.#waiting.size > 0) {
      const batch = this.#waiting
      this.#waiting = new Map()
      try {
        const links = await readLinks(this.#db, [...batch.keys()])
        for (const [code, waiting] of batch) waiting.resolve(links.get(code) ?? null)
      } catch (error) {
        for (const waiting of batch.values()) waiting.reject(error)
      }
    }
    this.#running = false
  }
}

interface LinkRow {
  id: string
  code: string
  destination_url: string
  utm: Record<string, string> | null
  default_sub: string | null
  state: StoredLinkState
  expires_at: Date | null
  fallback_url: string | null
}

async function readLinks(db: Db, codes: string[]): Promise<Map<string, CachedLink>> {
  const { rows } = await sql<LinkRow>`
    select id, code, destination_url, utm, default_sub, ${answeredState}, expires_at, fallback_url
    from link where code = any (${codes})`.execute(db)
  // What is no address was never one of ours; it must not keep its neighbours from being read.
  const good = rows.filter((row) => URL.canParse(row.destination_url))
  return new Map(good.map((row) => [row.code, cachedLink(row)]))
}

function cachedLink(row: LinkRow): CachedLink {
  return {
    id: row.id,
    url: trackedUrl(row.destination_url, row.utm),
    defaultSub: row.default_sub,
    state: row.state,
    expiresAtMs: row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
    fallbackUrl: row.fallback_url,
  }
}
