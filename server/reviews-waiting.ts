import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Db } from './platform/database.ts'

/** What waits for an operator to decide `crels click reviews`. */
export interface ReviewsWaiting {
  /** Reviews of paid clicks, and shares. */
  clicks: number
  shares: number
  /** How long the oldest of them waits; 0 where none does. */
  oldestSeconds: number
}

/** Counts what is under review; two index scans of what is open. */
export async function reviewsWaiting(db: Db): Promise<ReviewsWaiting> {
  const { rows } = await sql<ReviewsWaiting>`
    select c.open::integer as clicks, s.open::integer as shares,
           coalesce(extract(epoch from crels_now() - least(c.since, s.since)), 0)::integer as "oldestSeconds"
    from (select count(*) as open, min(created_at) as since from click_review where state = 'under_review') c,
         (select count(*) as open, min(review_began_at) as since from social_share
          where review_state = 'under_review') s`.execute(db)
  return rows[0]!
}

/** How long a scrape waits for the count, in milliseconds: less than what Prometheus waits for it. */
const countWaitMs = 1_000

/** Registers what is under review. A scrape waits for no database that hangs: it has what was counted last then. */
export function registerReviewGauge(registry: Registry, db: Db): void {
  const gauge: Gauge<'figure'> = new Gauge({
    name: 'crels_reviews',
    help: 'What waits under review for `crels click decide`: clicks (reviews of paid clicks), shares, and for how many seconds the oldest waits.',
    labelNames: ['figure'],
    registers: [registry],
    collect: async () => {
      counting ??= count().finally(() => (counting = undefined))
      const wait = new AbortController()
      const late = delay(countWaitMs, undefined, { signal: wait.signal }).catch(() => {})
      await Promise.race([counting, late]).finally(() => wait.abort())
    },
  })
  let counting: Promise<void> | undefined
  const count = async () => {
    const waiting = await reviewsWaiting(db).catch(() => undefined)
    if (!waiting) return
    gauge.set({ figure: 'clicks' }, waiting.clicks)
    gauge.set({ figure: 'shares' }, waiting.shares)
    gauge.set({ figure: 'oldest_seconds' }, waiting.oldestSeconds)
  }
}
