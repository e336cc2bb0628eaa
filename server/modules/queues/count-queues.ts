import { sql, type RawBuilder } from 'kysely'
import {
  OPERATOR_QUEUES,
  type OperatorQueue,
  type REDEMPTION_QUEUES,
} from '#contracts/operator-home.constants.ts'
import type { OperatorHome } from '#contracts/operator-home.schemas.ts'
import { REVIEW_KINDS } from '#contracts/operator-reviews.constants.ts'
import { exchangeNow, usdCentsOn } from '#server/modules/exchange/public.ts'
import { waitingActs } from '#server/modules/operators/public.ts'
import { isOpenRun } from '#server/modules/payout-runs/public.ts'
import { isInRedemptionQueue } from '#server/modules/redemptions/public.ts'
import type { Db } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { isStuck } from './deletion-inbox.ts'
import { countedEachCallMax, lastCount, type LongQueues, type QueueCount } from './last-count.ts'
import { countGroups } from './review-groups.ts'
import { waitingRows, type ReviewedQueue } from './waiting-rows.ts'

/**
 * How much waits in each queue, or in those of `queues`, and with `withMoney` what it is worth: of a long one as the last
 * count has it, of the others now.
 */
export async function waitingQueues(
  db: Db,
  { withMoney, queues = OPERATOR_QUEUES }: { withMoney: boolean; queues?: readonly OperatorQueue[] },
): Promise<Omit<OperatorHome['queues'][number], 'limitHours'>[]> {
  const counted = await lastCount(db)
  const long = new Map(counted?.queues.map((row) => [row.queue, row]))
  const now = await countQueues(
    db,
    queues.filter((queue) => !long.has(queue)),
  )
  const rows = new Map(now.map((row) => [row.queue, row]))
  return queues.map((queue) => {
    const { oldestAt, usdCents, unvalued = 0, ...row } = long.get(queue) ?? rows.get(queue)!
    return {
      ...row,
      usdCents: withMoney ? usdCents : null,
      unvalued: withMoney ? unvalued : 0,
      oldestAt: oldestAt && new Date(oldestAt).toISOString(),
      countedAt: long.has(queue) ? counted!.at : null,
    }
  })
}

/** A count that took longer than this is made again after ten times as long: counting takes no more of a core than that. */
const tookLongMs = 6_000

/**
 * The job: counts all queues, and keeps what is too much to be counted at each call; answers the last count again where
 * that took so long that it is too early for another.
 */
export async function countLongQueues(db: Db): Promise<LongQueues> {
  const last = await lastCount(db)
  if (last && isTooEarly(last)) return last
  return await inTransaction(db, async (tx) => {
    // A million rows are joined in memory within seconds; on disk they take half a minute.
    await sql`set local work_mem = '64MB'`.execute(tx)
    await sql`set local statement_timeout = '5min'`.execute(tx)
    const at = new Date().toISOString()
    const all = await countQueues(tx, OPERATOR_QUEUES)
    const queues = all.filter(({ count }) => count > countedEachCallMax)
    const groups: LongQueues['groups'] = {}
    for (const kind of REVIEW_KINDS)
      if (queues.some(({ queue }) => queue === kind)) groups[kind] = await countGroups(tx, kind)
    return { at, tookMs: Date.now() - Date.parse(at), queues, groups }
  })
}

function isTooEarly({ at, tookMs = 0 }: LongQueues): boolean {
  return tookMs > tookLongMs && Date.now() < Date.parse(at) + 10 * tookMs
}

/** Counts queues by the indexes of their open rows. */
async function countQueues(db: Db, queues: readonly OperatorQueue[]): Promise<QueueCount[]> {
  if (queues.length === 0) return []
  const { usdToCrels } = await exchangeNow(db)
  const counts = queues.flatMap((queue) =>
    queue === 'pending-acts'
      ? []
      : [
          sql`select q.queue, q.count, q."oldestAt", q."usdCents", ${
            queue === 'claims' ? sql`q.unvalued` : sql`0::bigint`
          } as unvalued from (${pending[queue](usdToCrels)}) q`,
        ],
  )
  const { rows } = await sql<QueueCount>`${sql.join(counts, sql` union all `)}`.execute(db)
  if (!queues.includes('pending-acts')) return rows
  return [...rows, { queue: 'pending-acts', usdCents: null, unvalued: 0, ...(await waitingActs(db)) }]
}

const usdCentsOf = (crels: RawBuilder<unknown>, usdToCrels: string) =>
  sql`coalesce(floor(${crels} * 100 / ${usdToCrels}::numeric), 0)::bigint`

/**
 * What the member of each open claim would earn, in cents: of a share, at the rate in force on the day of the sale, and
 * null where there was none or the sale has no amount.
 */
const claimsWorth = (rate: string) => sql`
  select ${waitingRows.claims.since} as since, case
      when c.type = 'lead' then ${usdCentsOf(sql`n.reward_lead_crels`, rate)}
      when n.reward_sale_bps is null then ${usdCentsOf(sql`n.reward_sale_crels`, rate)}
      else floor(${usdCentsOn(
        { minor: sql`c.reported_amount_minor`, currency: sql`c.reported_currency` },
        sql`(c.occurred_at at time zone 'UTC')::date`,
      )} * n.reward_sale_bps::numeric / 10000) end as cents
  from ${waitingRows.claims.table} left join enrolment n on n.id = c.enrolment_id where ${waitingRows.claims.waits}`

/** What is under review, with what it is worth by `join`; of support requests, shares and invitations nothing is. */
const reviewed = (
  queue: ReviewedQueue,
  {
    worth = sql`null::bigint`,
    join = sql``,
  }: { worth?: RawBuilder<unknown>; join?: RawBuilder<unknown> } = {},
) => {
  const { table, waits, since } = waitingRows[queue]
  return sql<QueueCount>`
    select ${sql.lit(queue)} as queue, count(*) as count, min(${since}) as "oldestAt", ${worth} as "usdCents"
    from ${table} ${join} where ${waits}`
}

/** Redemptions of a queue, as its list has them. */
const redemptionsOf = (queue: keyof typeof REDEMPTION_QUEUES, oldestAt: RawBuilder<unknown>) =>
  sql<QueueCount>`
    select ${sql.lit(queue)} as queue, count(*) as count, ${oldestAt} as "oldestAt",
      coalesce(sum(r.usd_cents), 0)::bigint as "usdCents"
    from redemption r where ${isInRedemptionQueue(queue, sql`r`)}`

/** What waits in each queue, since when, and what it is worth in cents. */
const pending: Record<
  Exclude<OperatorQueue, 'pending-acts'>,
  (usdToCrels: string) => RawBuilder<QueueCount>
> = {
  applications: () => sql`
    select 'applications' as queue, count(*) as count, min(applied_at) as "oldestAt", null::bigint as "usdCents"
    from enrolment where state = 'applied'`,
  conversions: (rate) =>
    reviewed('conversions', {
      worth: usdCentsOf(sql`sum(e.crels - e.reversed_crels)`, rate),
      join: sql`join earning e on e.conversion_id = c.id`,
    }),
  clicks: (rate) =>
    reviewed('clicks', {
      worth: usdCentsOf(sql`sum(r.clicks::bigint * coalesce(r.click_millicrels, 0) / 1000)`, rate),
    }),
  shares: () => reviewed('shares'),
  invitations: () => reviewed('invitations'),
  claims: (rate) => sql`
    select 'claims' as queue, count(*) as count, min(since) as "oldestAt",
      case when count(*) = 0 then 0 else sum(cents)::bigint end as "usdCents",
      count(*) filter (where cents is null) as unvalued
    from (${claimsWorth(rate)}) c`,
  redemptions: () => redemptionsOf('redemptions', sql`min(r.requested_at)`),
  payouts: () => redemptionsOf('payouts', sql`min(r.state_at)`),
  sending: () => redemptionsOf('sending', sql`min(r.state_at)`),
  'payout-mismatches': () =>
    redemptionsOf(
      'payout-mismatches',
      sql`(select min(m.said_at) from payout_mismatch m where m.settled_at is null)`,
    ),
  'restored-payouts': () =>
    redemptionsOf(
      'restored-payouts',
      sql`(select min(n.restored_at) from restored_payout p join restoration n on n.id = p.restoration_id
           where p.checked_at is null)`,
    ),
  'restored-codes': () => sql`
    select 'restored-codes' as queue, count(distinct c.item_id) as count, min(n.restored_at) as "oldestAt",
      null::bigint as "usdCents"
    from shop_code c join restoration n on n.id = c.restoration_id`,
  'payout-runs': () => sql`
    select 'payout-runs' as queue, count(*) as count, min(r.state_at) as "oldestAt", coalesce(sum((
        select sum(p.usd_cents) from payout p
        where p.run_id = r.id and p.state <> 'left_out' and p.result is null)), 0)::bigint as "usdCents"
    from payout_run r where ${isOpenRun(sql`r`)}`,
  seasons: () => sql`
    select 'seasons' as queue, count(*) as count, min(frozen_at) as "oldestAt", null::bigint as "usdCents"
    from season where state = 'review'`,
  orders: () => sql`
    select 'orders' as queue, count(*) as count, min(placed_at) as "oldestAt", null::bigint as "usdCents"
    from shop_order where state = 'placed'`,
  support: () => reviewed('support'),
  abuse: () => reviewed('abuse'),
  deletions: () => sql`
    select 'deletions' as queue, count(*) as count, min(requested_at) as "oldestAt", null::bigint as "usdCents"
    from deletion where ${isStuck}`,
}
