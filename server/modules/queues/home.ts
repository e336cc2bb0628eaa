import { sql } from 'kysely'
import { OPERATOR_QUEUES, type OperatorQueue } from '#contracts/operator-home.constants.ts'
import type { OperatorHome } from '#contracts/operator-home.schemas.ts'
import { exchangeNow } from '#server/modules/exchange/public.ts'
import type { Reconciliation } from '#server/modules/ledger/public.ts'
import { waitingActs } from '#server/modules/operators/public.ts'
import { pausedFeatures } from '#server/modules/pauses/public.ts'
import type { Db } from '#server/platform/database.ts'
import { lastOutcomes, type JobOutcome } from '#server/platform/job-outcomes.ts'
import { isStuck } from './deletion-inbox.ts'

/** Jobs run each minute; later than this the worker stands still. */
const workerLateMs = 5 * 60_000

/** Hours after which what waits longest in a queue is an alert (ALERT_HOURS), by its name. */
export type HoursOf = Readonly<Record<string, number>>

/** What waits for an operator, and whether books and work are as they should be. */
export async function operatorHome(db: Db, hoursOf: HoursOf): Promise<OperatorHome> {
  const { paused, usdToCrels } = await exchangeNow(db)
  const outcomes = await lastOutcomes(db, ['reconcile', 'check-audit-log', 'expire-holds'])
  const seen = outcomes.get('expire-holds')?.at ?? null
  return {
    queues: (await waitingQueues(db, usdToCrels)).map((row) => ({
      ...row,
      limitHours: hoursOf[row.queue] ?? null,
    })),
    books: booksOf(outcomes.get('reconcile')),
    auditLog: auditLogOf(outcomes.get('check-audit-log')),
    health: {
      workerSeenAt: seen?.toISOString() ?? null,
      // The queue keeps wall time.
      isWorkerLate: seen === null || Date.now() - seen.getTime() > workerLateMs,
      paused: [...(paused ? (['exchange'] as const) : []), ...(await pausedFeatures(db))],
    },
  }
}

/** Counts each queue by the index of its open rows. */
async function waitingQueues(
  db: Db,
  usdToCrels: string,
): Promise<Omit<OperatorHome['queues'][number], 'limitHours'>[]> {
  const usdCentsOf = (crels: ReturnType<typeof sql>) =>
    sql`coalesce(floor(${crels} * 100 / ${usdToCrels}::numeric), 0)::bigint`
  const { rows } = await sql<{
    queue: OperatorQueue
    count: number
    oldestAt: Date | null
    usdCents: number | null
  }>`
    select 'applications' as queue, count(*) as count, min(applied_at) as "oldestAt", null::bigint as "usdCents"
    from enrolment where state = 'applied'
    union all
    select 'conversions', count(*), min(c.created_at), ${usdCentsOf(sql`sum(e.crels - e.reversed_crels)`)}
    from conversion c join earning e on e.conversion_id = c.id where c.status = 'under_review'
    union all
    select 'clicks', count(*), min(r.created_at),
      ${usdCentsOf(sql`sum(r.clicks::bigint * coalesce(n.reward_click_millicrels, 0) / 1000)`)}
    from click_review r join enrolment n on n.id = r.enrolment_id where r.state = 'under_review'
    union all
    select 'shares', count(*), min(review_began_at), null from social_share where review_state = 'under_review'
    union all
    select 'invitations', count(*), min(coalesce(under_review_at, accepted_at)), null
    from friend_invitation where state = 'under_review'
    union all
    select 'claims', count(*), min(c.created_at), coalesce(sum(case c.type
        when 'lead' then ${usdCentsOf(sql`n.reward_lead_crels`)}
        else coalesce(floor(c.reported_amount_minor::bigint * n.reward_sale_bps / 10000)::bigint,
          ${usdCentsOf(sql`n.reward_sale_crels`)}) end), 0)::bigint
    from (select type, created_at, enrolment_id,
            case when reported_currency = 'USD' then reported_amount_minor end as reported_amount_minor
          from conversion_claim where state = 'open') c
    left join enrolment n on n.id = c.enrolment_id
    union all
    select 'redemptions', count(*), min(requested_at), coalesce(sum(usd_cents), 0)::bigint
    from redemption where state = 'requested'
    union all
    select 'payouts', count(*), min(state_at), coalesce(sum(usd_cents), 0)::bigint
    from redemption r where state = 'approved'
      and not exists (select from payout p where p.redemption_id = r.id and p.state <> 'left_out')
    union all
    select 'payout-runs', count(*), min(r.state_at), coalesce(sum((
        select sum(p.usd_cents) from payout p where p.run_id = r.id and p.state <> 'left_out')), 0)::bigint
    from payout_run r where r.state in ('draft', 'approved', 'sent')
    union all
    select 'orders', count(*), min(placed_at), null from shop_order where state = 'placed'
    union all
    select 'support', count(*), min(waiting_since), null from support_request
    where state = 'open' and topic <> 'abuse'
    union all
    select 'abuse', count(*), min(waiting_since), null from support_request
    where state = 'open' and topic = 'abuse'
    union all
    select 'deletions', count(*), min(requested_at), null from deletion where ${isStuck}`.execute(db)
  const acts = { queue: 'pending-acts' as const, usdCents: null, ...(await waitingActs(db)) }
  const byName = new Map([...rows, acts].map((row) => [row.queue, row]))
  return OPERATOR_QUEUES.flatMap((queue) => {
    const row = byName.get(queue)
    return row ? [{ ...row, oldestAt: row.oldestAt?.toISOString() ?? null }] : []
  })
}

function booksOf(outcome: JobOutcome | undefined): OperatorHome['books'] {
  if (!outcome) return null
  const { clean, entries, findings } = outcome.output as Reconciliation
  const broken = findings.filter(({ count }) => count > 0).map(({ check, count }) => ({ check, count }))
  return { checkedAt: outcome.at.toISOString(), isClean: clean, entries, broken }
}

function auditLogOf(outcome: JobOutcome | undefined): OperatorHome['auditLog'] {
  if (!outcome) return null
  const { entries, broken, different } = outcome.output as Record<'entries' | 'broken' | 'different', number>
  return { checkedAt: outcome.at.toISOString(), isWhole: broken + different === 0, entries }
}
