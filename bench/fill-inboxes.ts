import { sql } from 'kysely'
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
