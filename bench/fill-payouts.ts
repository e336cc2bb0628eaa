import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import { at, id, party, series, uid, type Made } from './bench-rows.ts'

/** As many payments as a run takes (server/modules/payout-runs/draft-payout-run.ts). */
const paymentsOfRun = 5_000
const runs = sql`(n - 1) / ${sql.lit(paymentsOfRun)}`
const runId = (run: RawBuilder<unknown>) => sql`'pob_' || lpad((${run})::text, 32, '0')`
/** The run whose payments are measured, the newest: half of them have a result, and a few came back. */
export const measuredRun = `pob_${'0'.repeat(32)}`
/** So many runs are sent and not closed. */
const openRuns = sql.lit(3)

/** Payments in full runs, each of a redemption of its own, beside those that wait. */
export async function payments(tx: Tx, { count }: Made): Promise<void> {
  const isUnderWay = sql`(${runs} < ${openRuns} and n % 2 = 0)`
  const cents = sql`(5000 + n % 90000)`
  await sql`
    insert into redemption (id, uid, party, quote_id, crels, usd_cents, hold_id, destination_id, destination_kind,
                            destination_hint, state, approved_by, provider, provider_state, reference, requested_at,
                            paid_on)
    select ${id('rdm_', 'paid')}, ${uid}, ${party}, ${id('quo_', 'paid')}, 1000 + n % 9000, ${cents}, ${id('rhd_', 'paid')},
           ${id('dst_')}, 'paypal', 'b***@example.com', case when ${isUnderWay} then 'sending' else 'paid' end, 'olga',
           'batch file', 'accepted', case when not ${isUnderWay} then 'run-' || n end, ${at},
           case when not ${isUnderWay} then (${at})::date end
    from ${series(count)}`.execute(tx)
  await sql`
    insert into payout_run (id, format, state, state_at, made_by, made_at, approved_by, approved_at, closed_by, closed_at,
                            paid_usd_cents, ledger_usd_cents, closed_sums)
    select ${runId(sql`run`)}, 'paypal', case when is_open then 'sent' else 'closed' end, at, 'olga', at, 'kim', at,
           case when not is_open then 'olga' end, case when not is_open then at end,
           case when not is_open then cents end, case when not is_open then cents end,
           case when not is_open then jsonb_build_object('paid',
             jsonb_build_object('count', payments, 'usdCents', cents, 'amountMinor', cents)) end
    from (
      select ${runs} as run, ${runs} < ${openRuns} as is_open, count(*) as payments, sum(${cents}) as cents,
             now() - ${runs} * interval '1 day' as at
      from ${series(count)} group by ${runs}) s`.execute(tx)
  await sql`
    insert into payout (run_id, redemption_id, place, usd_cents, amount_minor, state, attempt)
    select ${runId(runs)}, ${id('rdm_', 'paid')}, 1 + (n - 1) % ${sql.lit(paymentsOfRun)}, ${cents}, ${cents},
           case when ${isUnderWay} and n % 500 = 0 then 'exception' else 'sent' end, 1
    from ${series(count)}`.execute(tx)
}

/**
 * Redemptions that are in no run and wait for an operator, so many of each kind: approved, paid by hand, said otherwise of
 * by their provider, and open in a restored backup.
 */
export async function waitingPayouts(tx: Tx, { count }: Made): Promise<void> {
  for (const [of, state] of [
    ['approved', 'approved'],
    ['by hand', 'sending'],
    ['mismatched', 'paid'],
    ['restored', 'requested'],
  ] as const) {
    const isSent = sql.lit(state === 'sending' || state === 'paid')
    await sql`
      insert into redemption (id, uid, party, quote_id, crels, usd_cents, hold_id, destination_id, destination_kind,
                              destination_hint, state, approved_by, provider, provider_state, reference, requested_at,
                              paid_on)
      select ${id('rdm_', of)}, ${uid}, ${party}, ${id('quo_', of)}, 1000 + n % 9000, 5000 + n % 90000, ${id('rhd_', of)},
             ${id('dst_')}, 'paypal', 'b***@example.com', ${state}, ${state === 'requested' ? null : 'olga'},
             case when ${isSent} then 'manual' end, case when ${isSent} then 'accepted' end,
             case when ${sql.lit(state === 'paid')} then ${sql.lit(`${of}-`)} || n end, ${at},
             case when ${sql.lit(state === 'paid')} then (${at})::date end
      from ${series(count)}`.execute(tx)
  }
  await sql`
    insert into payout_mismatch (redemption_id, said, detail, said_at, requested_at, usd_cents)
    select r.id, 'failed', 'Account closed', ${at}, r.requested_at, r.usd_cents
    from ${series(count)} join redemption r on r.id = ${id('rdm_', 'mismatched')}`.execute(tx)
  await sql`
    with made as (
      insert into restoration (backup_at, confirmed_at, confirmed_by) values (now(), now(), 'olga') returning id)
    insert into restored_payout (redemption_id, restoration_id, requested_at, usd_cents)
    select r.id, made.id, r.requested_at, r.usd_cents
    from made, ${series(count)} join redemption r on r.id = ${id('rdm_', 'restored')}`.execute(tx)
}
