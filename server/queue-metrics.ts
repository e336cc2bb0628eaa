import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Db } from './platform/database.ts'
import { collectInTime } from './platform/http/scrape.ts'

/** What waits to be done by a worker, and for how many seconds the oldest that is due has. */
export interface QueueState {
  queue: string
  due: number
  oldestSeconds: number
}

/**
 * The queues that have something due: `job:<name>`, `webhooks`, `push`, `notifications` and `analytics`. What is put off
 * to a later time, as after a failed attempt, is not due. Each part is a scan of an index of open rows.
 */
export async function queueStates(db: Db): Promise<QueueState[]> {
  const { rows } = await sql<QueueState>`
    select queue, count(*)::int as due,
      greatest(0, extract(epoch from now() - min(since)))::float as "oldestSeconds"
    from (
      select 'job:' || name as queue, start_after as since from pgboss.job
      where state < 'active' and not blocked and start_after <= now()
      union all
      select 'webhooks', d.next_attempt_at from webhook_endpoint e
      join webhook_delivery d on d.endpoint_id = e.id and d.state = 'pending' and d.next_attempt_at <= now()
      where e.state = 'active'
      union all
      select 'push', next_attempt_at from push_message where next_attempt_at <= now()
      union all
      -- By the shared clock, as they are made: moved together, the two differ by the same time.
      select 'notifications', now() - (crels_now() - created_at) from notification where dispatched_at is null
      union all
      select 'analytics', next_attempt_at from analytics_forward where next_attempt_at <= now()
    ) due
    group by queue order by queue`.execute(db)
  return rows
}

/** Registers how many things wait in each queue, and how old the oldest is. */
export function registerQueueGauges(registry: Registry, db: Db): void {
  const collect = collectInTime(measure)
  const due: Gauge<'queue'> = new Gauge({
    name: 'crels_queue_due',
    help: 'What is due and not done yet: jobs (job:…), webhooks, push messages, notifications, analytics events to forward.',
    labelNames: ['queue'],
    registers: [registry],
    collect,
  })
  const oldest: Gauge<'queue'> = new Gauge({
    name: 'crels_queue_oldest_seconds',
    help: 'For how long the oldest of what is due in a queue has been due.',
    labelNames: ['queue'],
    registers: [registry],
    // One look for both, whichever is read first.
    collect,
  })
  async function measure(): Promise<void> {
    const states = await queueStates(db).catch(() => undefined)
    if (!states) return
    // A queue that was emptied has nothing old in it.
    due.reset()
    oldest.reset()
    for (const { queue, due: count, oldestSeconds } of states) {
      due.set({ queue }, count)
      oldest.set({ queue }, oldestSeconds)
    }
  }
}
