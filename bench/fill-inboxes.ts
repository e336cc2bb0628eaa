import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import { at, id, party, series, uid, type Made } from './bench-rows.ts'

/** Requests to support and reports of abuse, so many of each, each with its message; a quarter is answered. */
export async function requests(tx: Tx, { count }: Made): Promise<void> {
  for (const topic of ['payout', 'abuse']) {
    const request = id('sup_', topic)
    await sql`
      insert into support_request (id, reference, uid, topic, state, created_at, waiting_since, answered_at)
      select ${request}, lpad(translate(n::text, '01', 'xy'), 8, ${topic[0]}), ${uid}, ${topic},
             case when n % 4 = 0 then 'answered' else 'open' end, ${at}, case when n % 4 > 0 then ${at} end,
             case when n % 4 = 0 then ${at} end
      from ${series(count)}`.execute(tx)
    await sql`
      insert into support_message (id, request_id, place, author, text, created_at)
      select ${id('sme_', topic)}, ${request}, 1, 'asker', 'Where is it? I have waited for a while now.', ${at}
      from ${series(count)}`.execute(tx)
  }
}

/** Orders of what is sent by post; a quarter is on its way. */
export async function orders(tx: Tx, { count }: Made): Promise<void> {
  await sql`
    insert into shop_order (id, party, item_id, kind, title, quantity, points, state, took_stock, txn_id, address, placed_at)
    select ${id('ord_')}, ${party}, 'itm_' || md5((n % 20)::text), 'merchandise', 'Mug', 1 + n % 3, 100 + n % 900,
           case when n % 4 = 0 then 'fulfilled' else 'placed' end, true, ${id('txn_')}, 'sealed', ${at}
    from ${series(count)}`.execute(tx)
}

/** Shares whose visitors look alike. */
export async function shares(tx: Tx, { campaign, count }: Made): Promise<void> {
  await sql`
    insert into social_share (link_id, uid, party, campaign_id, network, day, shared_at, closes_at, look_again_at, review_state,
                              review_reason, review_visitors, review_began_at)
    select ${id('lnk_', 'share')}, ${uid}, ${party}, ${campaign}, 'x', (${at})::date, ${at}, ${at}, ${at}, 'under_review',
           'network_limit', 1 + n % 40, ${at}
    from ${series(count)}`.execute(tx)
}

/** Invitations whose two seem to be one. */
export async function invitations(tx: Tx, { count }: Made): Promise<void> {
  await sql`
    insert into friend_invitation (friend_uid, friend_party, inviter_uid, inviter_party, state, reason, accepted_at)
    select ${uid}, ${party}, 'usr_bench' || inviter, 'pty_' || md5('bench ' || inviter), 'under_review', 'shared_device', ${at}
    from ${series(count)} cross join lateral (select 1 + n::bigint * 31 % ${sql.lit(count)} as inviter) i
    where inviter <> n`.execute(tx)
}

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
                            destination_hint, state, approved_by, provider, provider_state, reference, requested_at)
    select ${id('rdm_', 'paid')}, ${uid}, ${party}, ${id('quo_', 'paid')}, 1000 + n % 9000, ${cents}, ${id('rhd_', 'paid')},
           ${id('dst_')}, 'paypal', 'b***@example.com', case when ${isUnderWay} then 'sending' else 'paid' end, 'olga',
           'batch file', 'accepted', case when not ${isUnderWay} then 'run-' || n end, ${at}
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
