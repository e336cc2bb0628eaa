import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { job, type Job } from '../jobs.ts'
import type { SparingLog } from '../sparing-log.ts'
import type { Secret } from '../secret.ts'

/** How many requests there were in a window, and for how many milliseconds it lasts yet. */
export interface Counted {
  current: number
  ttl: number
}

interface Window {
  count: number
  /** Of these, what the database has not heard. */
  unsent: number
  /** By `performance.now()`, which no correction of the clock moves. */
  endsAt: number
  windowMs: number
}

/** How long counts wait for others, to be sent with them, in milliseconds. */
const togetherMs = 100
/** For how long the database is left alone after it took none, in milliseconds. */
const pauseMs = 2_000
const sentMax = 1_000
const knownMax = 100_000

/**
 * Counts of requests in this process, and a moment later of all processes on the database (decision 127). A count that
 * is far below its limit stays here. Where the database does not answer nothing waits for it: what was counted meanwhile
 * is sent when it does.
 */
export class RequestCounts {
  readonly #db: Db
  readonly #secret: Pick<Secret, 'hash'>
  readonly #logSparingly: SparingLog
  readonly #windows = new Map<string, Window>()
  readonly #toSend = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(db: Db, secret: Pick<Secret, 'hash'>, logSparingly: SparingLog) {
    this.#db = db
    this.#secret = secret
    this.#logSparingly = logSparingly
  }

  /** What `key` is called where others can read it. */
  nameOf(key: string): string {
    return this.#secret.hash('rate limit', key).toString('base64url')
  }

  /** Counts a request of `key`, whose limit is `max` in a window of `windowMs`, which begins with its first one. */
  count(key: string, windowMs: number, max: number): Counted {
    const now = performance.now()
    const known = this.#windows.get(key)
    const window =
      known && known.endsAt > now ? known : { count: 0, unsent: 0, endsAt: now + windowMs, windowMs }
    window.count += 1
    window.unsent += 1
    this.#keep(key, window)
    if (window.count >= sharedFrom(max)) this.#send(key)
    return { current: window.count, ttl: window.endsAt - now }
  }

  /** Takes over what another store has counted, from which this one goes on. */
  learn(key: string, { current, ttl }: Counted): void {
    this.#keep(key, { count: current, unsent: 0, endsAt: performance.now() + ttl, windowMs: ttl })
  }

  /** Sends no more. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#sending
  }

  #keep(key: string, window: Window): void {
    // The longest known goes first.
    this.#windows.delete(key)
    this.#windows.set(key, window)
    if (this.#windows.size <= knownMax) return
    const [longest] = this.#windows.keys()
    this.#windows.delete(longest!)
    this.#toSend.delete(longest!)
  }

  #send(key: string, afterMs = togetherMs): void {
    this.#toSend.add(key)
    if (this.#isStopped) return
    this.#timer ??= setTimeout(() => {
      this.#sending = this.#flush()
    }, afterMs).unref()
  }

  async #flush(): Promise<void> {
    const now = performance.now()
    const sent = new Map<string, { key: string; window: Window; added: number }>()
    for (const key of this.#toSend) {
      if (sent.size === sentMax) break
      this.#toSend.delete(key)
      const window = this.#windows.get(key)
      if (!window || window.unsent === 0 || window.endsAt <= now) continue
      sent.set(this.nameOf(key), { key, window, added: window.unsent })
      window.unsent = 0
    }
    let waitMs = togetherMs
    try {
      for (const { name, count, ttl } of await this.#post(sent, now)) {
        const { window } = sent.get(name)!
        // As many as all have had, and what came here meanwhile.
        window.count = Math.max(window.count, count + window.unsent)
        window.endsAt = performance.now() + Math.min(ttl, window.windowMs)
      }
    } catch (error) {
      this.#logSparingly('request counts', { err: error }, 'Rate limits are counted by this process alone')
      waitMs = pauseMs
      for (const { key, window, added } of sent.values()) {
        window.unsent += added
        this.#toSend.add(key)
      }
    }
    this.#timer = undefined
    const [next] = this.#toSend
    if (next !== undefined) this.#send(next, waitMs)
  }

  /** Adds to the counts of all, in the order of their names so that no two processes wait for each other. */
  async #post(
    sent: Map<string, { window: Window; added: number }>,
    now: number,
  ): Promise<{ name: string; count: number; ttl: number }[]> {
    if (sent.size === 0) return []
    const names = [...sent.keys()].sort()
    const added = names.map((name) => sent.get(name)!.added)
    const left = names.map((name) => Math.ceil(sent.get(name)!.window.endsAt - now))
    const { rows } = await sql<{ name: string; count: number; ttl: number }>`
      insert into request_count as kept (key, count, ends_at)
      select key, added, clock_timestamp() + left_ms * interval '1 millisecond'
      from unnest(${names}::text[], ${added}::int[], ${left}::int[]) as said (key, added, left_ms)
      on conflict (key) do update set
        count = case when kept.ends_at > clock_timestamp() then kept.count else 0 end + excluded.count,
        ends_at = case when kept.ends_at > clock_timestamp() then kept.ends_at else excluded.ends_at end
      returning key as name, count,
        ceil(extract(epoch from ends_at - clock_timestamp()) * 1000)::int as ttl`.execute(this.#db)
    return rows
  }
}

/** From how many requests on a count is for all to hear: of the limits that guard what is costly from the first. */
function sharedFrom(max: number): number {
  return max <= 60 ? 1 : max / 10
}

/** The job that forgets counts whose minute is over; it answers how many. */
export function requestCountExpiry(db: Db): Job {
  return job({
    name: 'request-count-expiry',
    doc: 'Removes counts of requests whose minute is over.',
    cron: '*/10 * * * *',
    run: async () => {
      const { numAffectedRows = 0n } = await sql`
          delete from request_count where key in (
            select key from request_count where ends_at < clock_timestamp() for update skip locked)`.execute(
        db,
      )
      return { deleted: Number(numAffectedRows) }
    },
  })
}
