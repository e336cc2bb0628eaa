import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import {
  brokenPromises,
  type BrokenPromise,
  type Promises,
  type Proof,
} from '#server/platform/reconciliation.ts'

const promises = {
  // What is left of a stock and what orders in force took of it is what was put in.
  stock: sql<{ id: string }>`
    select i.id from shop_item i
    where i.stock is not null and i.stocked <> i.stock + (
      select coalesce(sum(o.quantity), 0) from shop_order o
      where o.item_id = i.id and o.took_stock and o.state <> 'cancelled')`,
  // An order has as many codes as pieces where its item has a pool, and none elsewhere.
  codes: sql<{ id: string }>`
    select o.id from shop_order o left join shop_code c on c.order_id = o.id
    group by o.id having count(c.id) <> case when o.kind = 'gift_card' then o.quantity else 0 end`,
  // An order took its points from its member, and gave them back once where it was cancelled.
  points: sql<{ id: string }>`
    select o.id from shop_order o
    where not exists (
        select from entry e join account a on a.id = e.account_id
        where e.txn_id = o.txn_id and e.party = o.party and a.code = 'member.points' and a.party = o.party
          and e.amount = -o.points * o.quantity)
      or (o.state = 'cancelled') <> exists (
        select from txn r where r.party = o.party and r.reverses = o.txn_id and r.id = o.refund_txn_id)`,
  // Nothing was spent in the shop without an order, but what was removed with the demo data.
  spent: sql<{ id: string }>`
    select t.id from txn t
    where t.scope = 'order' and not exists (select from shop_order o where o.id = t.idem and o.txn_id = t.id)
      and not exists (select from txn r where r.party = t.party and r.reverses = t.id)
      and not exists (select from account a where a.party = t.party and a.closed_at is not null)`,
  // A pack paid its crels, and a month's packs are what was counted of it.
  packs: sql<{ id: string }>`
    select o.id from shop_order o
    where o.kind = 'crels_pack' and (
      select coalesce(sum(e.amount), 0) from entry e join account a on a.id = e.account_id
      where e.txn_id = o.pack_txn_id and e.party = o.party and a.party = o.party) <> o.crels * o.quantity
    union all
    select m.month from shop_pack_month m
    where m.crels <> (
      select coalesce(sum(o.crels * o.quantity), 0) from shop_order o
      where o.kind = 'crels_pack' and to_char(o.placed_at at time zone 'UTC', 'YYYY-MM') = m.month)`,
  // A member holds or has used every freeze that was bought, and holds no other. Those who have left hold nothing.
  freezes: sql<{ id: string }>`
    select m.party from member m
    left join streak s on s.party = m.party
    cross join lateral (
      select coalesce(sum(o.quantity), 0) as pieces from shop_order o
      where o.party = m.party and o.kind = 'streak_freeze') bought
    cross join lateral (
      select count(*) as days from streak_freeze f where f.party = m.party and f.kind = 'bought') used
    where coalesce(s.bought_freezes, 0) > bought.pieces
       or coalesce(s.bought_freezes, 0) + used.days < bought.pieces`,
  // Every boost that was bought began, for its buyer, unless they have left.
  boosts: sql<{ id: string }>`
    select o.id from shop_order o join member m on m.party = o.party
    where o.kind = 'boost' and not exists (
      select from point_boost b where b.order_id = o.id and b.party = o.party)`,
} satisfies Promises<string>

/** Checks every promise of the shop over all its rows, as `reconcile` does for the ledger; answers what is broken. */
export async function reconcileShop(db: Db): Promise<BrokenPromise<keyof typeof promises>[]> {
  return await brokenPromises(db, promises)
}

/** The hourly proof of it. */
export const shopProof: Proof = {
  about: 'shop',
  job: 'reconcile-shop',
  doc: 'Proves stock, codes and the points of every order.',
  cron: '47 * * * *',
  promises,
  metric: { name: 'crels_shop', help: 'The last reconciliation of orders: what breaks a promise.' },
}
