import { sql } from 'kysely'
import type { AlertQueue, LastCheck, Watched } from '#rules/alerts.ts'
import { waitingActs } from './modules/operators/public.ts'
import type { Db } from './platform/database.ts'

/** What waits for operators in every module, and what jobs last proved. */
export async function watchQueues(db: Db): Promise<Watched> {
  const checks = await lastChecks(db)
  return {
    queues: [...(await waiting(db)), { queue: 'pending-acts', ...(await waitingActs(db)) }],
    books: checks.reconcile ?? null,
    auditLog: checks['check-audit-log'] ?? null,
  }
}

/** Counts each queue by the index of its open rows. */
async function waiting(db: Db): Promise<{ queue: AlertQueue; count: number; oldestAt: Date | null }[]> {
  const { rows } = await sql<{ queue: AlertQueue; count: number; oldestAt: Date | null }>`
    select queue, count::int, oldest_at as "oldestAt" from (
      select 'applications' as queue, count(*) as count, min(applied_at) as oldest_at from enrolment where state = 'applied'
      union all select 'conversions', count(*), min(created_at) from conversion where status = 'under_review'
      union all select 'clicks', count(*), min(created_at) from click_review where state = 'under_review'
      union all select 'shares', count(*), min(review_began_at) from social_share where review_state = 'under_review'
      union all select 'invitations', count(*), min(coalesce(under_review_at, accepted_at))
        from friend_invitation where state = 'under_review'
      union all select 'claims', count(*), min(created_at) from conversion_claim where state = 'open'
      union all select 'redemptions', count(*), min(requested_at) from redemption where state = 'requested'
      union all select 'payouts', count(*), min(state_at) from redemption where state = 'approved'
      union all select 'orders', count(*), min(placed_at) from shop_order where state = 'placed'
      union all select 'support', count(*), min(waiting_since) from support_request where state = 'open'
    ) queues`.execute(db)
  return rows
}

/** What the jobs that prove the books and the log last answered to a worker; one that never ran is absent. */
async function lastChecks(db: Db): Promise<Partial<Record<string, LastCheck>>> {
  // The queue's tables are made when it is first used.
  const { rows: made } = await sql<{ made: boolean }>`
    select to_regclass('pgboss.job') is not null as made`.execute(db)
  if (!made[0]!.made) return {}
  const { rows } = await sql<{ name: string; at: Date; isRight: boolean }>`
    select distinct on (name) name, completed_on as at,
      case name when 'reconcile' then coalesce((output ->> 'clean')::boolean, false)
        else coalesce((output ->> 'broken')::int + (output ->> 'different')::int = 0, false) end as "isRight"
    from pgboss.job where name in ('reconcile', 'check-audit-log') and state = 'completed'
    order by name, completed_on desc`.execute(db)
  return Object.fromEntries(rows.map(({ name, ...check }) => [name, check]))
}
