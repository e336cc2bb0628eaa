import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import { reviewedQueues, waitingRows, type ReviewedQueue } from '#server/modules/queues/public.ts'
import type { Db } from '#server/platform/database.ts'
import { collectInTime } from '#server/platform/http/scrape.ts'

/** How many of a queue wait, and for how many seconds the oldest does; 0 where none does. */
export type PendingReviews = Record<ReviewedQueue, { open: number; oldestSeconds: number }>

/** Counts what waits for a person's decision or answer, as Home does: an index scan of each queue's open rows. */
export async function pendingReviews(db: Db): Promise<PendingReviews> {
  const counts = reviewedQueues.map((queue) => {
    const { table, waits, since } = waitingRows[queue]
    return sql`select ${sql.lit(queue)} as queue, count(*) as open, min(${since}) as since from ${table} where ${waits}`
  })
  const { rows } = await sql<{ queue: ReviewedQueue; open: number; oldestSeconds: number }>`
    select queue, open::integer as open,
           coalesce(extract(epoch from crels_now() - since), 0)::integer as "oldestSeconds"
    from (${sql.join(counts, sql` union all `)}) pending`.execute(db)
  return Object.fromEntries(rows.map(({ queue, ...counted }) => [queue, counted])) as PendingReviews
}

/** Registers what is under review. A scrape waits for no database that hangs: it has what was counted last then. */
export function registerReviewGauge(registry: Registry, db: Db): void {
  const gauge: Gauge<'metric'> = new Gauge({
    name: 'crels_reviews',
    help: 'What waits for a person’s decision or answer: clicks (reviews of paid clicks), shares, conversions, invitations, claims, support requests and reports of abuse, and for how many seconds the oldest of all waits.',
    labelNames: ['metric'],
    registers: [registry],
    collect: collectInTime(count),
  })
  async function count(): Promise<void> {
    const pending = await pendingReviews(db).catch(() => undefined)
    if (!pending) return
    for (const queue of reviewedQueues) gauge.set({ metric: queue }, pending[queue].open)
    const oldest = Math.max(...Object.values(pending).map(({ oldestSeconds }) => oldestSeconds))
    gauge.set({ metric: 'oldest_seconds' }, oldest)
  }
}
