import { sql, type RawBuilder } from 'kysely'
import type { PayoutState } from '#rules/payout-run.ts'
import type { Db } from '#server/platform/database.ts'
import { payoutState, type PayoutRunRow } from './payout-run-queries.ts'

/** How many payouts of a run are in each state, and what they come to. */
export type RunSums = Partial<Record<PayoutState, { count: number; usdCents: number; amountMinor: number }>>

/**
 * The sums of some runs, by their ids: those of a closed run are with it, and not added up again but for what came back
 * since.
 */
export async function sumsOfRuns(
  db: Db,
  runs: Pick<PayoutRunRow, 'id' | 'closedSums'>[],
): Promise<Map<string, RunSums>> {
  const runIds = runs.flatMap(({ id, closedSums }) => (closedSums === null ? [id] : []))
  const sums = new Map<string, RunSums>(runs.map(({ id, closedSums }) => [id, closedSums ?? {}]))
  for (const { id, returned } of await returnedSince(
    db,
    runs.flatMap(({ id, closedSums }) => (closedSums === null ? [] : [id])),
  ))
    sums.set(id, withReturned(sums.get(id)!, returned))
  if (runIds.length === 0) return sums
  const { rows } = await openSumsSql(runIds).execute(db)
  for (const { runId, state, ...sum } of rows) sums.get(runId)![state] = sum
  return sums
}

interface OpenSum {
  runId: string
  state: PayoutState
  count: number
  usdCents: number
  amountMinor: number
}

/** The sums of open runs, apart so that their plan can be tested: all that they need is in the index payout_sums. */
export function openSumsSql(runIds: string[]): RawBuilder<OpenSum> {
  return sql<OpenSum>`
    select p.run_id as "runId", ${payoutState} as state, count(*)::int as count, sum(p.usd_cents)::bigint as "usdCents",
      sum(p.amount_minor)::bigint as "amountMinor"
    from payout p where p.run_id = any (${runIds}) group by 1, 2`
}

type RunSum = NonNullable<RunSums[PayoutState]>

/** What came back of some closed runs, before and after they were closed. */
async function returnedSince(db: Db, runIds: string[]): Promise<{ id: string; returned: RunSum }[]> {
  if (runIds.length === 0) return []
  const { rows } = await sql<RunSum & { id: string }>`
    select p.run_id as id, count(*)::int as count, sum(p.usd_cents)::bigint as "usdCents",
      sum(p.amount_minor)::bigint as "amountMinor"
    from redemption r join payout p on p.redemption_id = r.id and p.state <> 'left_out'
    where r.state = 'returned' and p.run_id = any (${runIds}) group by 1`.execute(db)
  return rows.map(({ id, ...returned }) => ({ id, returned }))
}

/** What came back since a run was closed was paid then. */
function withReturned(sums: RunSums, returned: RunSum): RunSums {
  const minus = (one: RunSum, other: RunSum = nothing): RunSum => ({
    count: one.count - other.count,
    usdCents: one.usdCents - other.usdCents,
    amountMinor: one.amountMinor - other.amountMinor,
  })
  return { ...sums, paid: minus(sums.paid ?? nothing, minus(returned, sums.returned)), returned }
}

const nothing: RunSum = { count: 0, usdCents: 0, amountMinor: 0 }
