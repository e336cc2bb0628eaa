import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import {
  brokenPromises,
  type BrokenPromise,
  type Promises,
  type Proof,
} from '#server/platform/reconciliation.ts'

/** What orders, what they brought and the ledger promise each other. */
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
  // An order took its points from its member, and gave them back once where it was cancelled, and never where it was not.
  points: sql<{ id: string }>`
    select o.id from shop_order o
    where not exists (
        select from entry e join account a on a.id = e.account_id
        where e.txn_id = o.txn_id and e.party = o.party and a.code = 'member.points' and a.party = o.party
          and e.amount = -o.points * o.quantity)
      or (o.state = 'cancelled') <> exists (
        select from txn r
        where r.party = o.party and r.reverses = o.txn_id and r.id = coalesce(o.refund_txn_id, r.id))`,
  // Nothing was spent in the shop, and no pack paid, without an order, but what was removed with the demo data. In legs the
  // house has a row of it too.
  spent: sql<{ id: string }>`
    select t.id from txn t
    where t.scope in ('order', 'crels_pack') and t.party <> 'house'
      and not exists (
        select from shop_order o
        where o.id = t.idem and t.id = case t.scope when 'order' then o.txn_id else o.pack_txn_id end)
      and not exists (select from txn r where r.party = t.party and r.reverses = t.id)
      and not exists (
        select from txn d where d.party = t.party and d.scope = 'demo.removed' and d.idem = t.idem || ' pack')
      and not exists (select from account a where a.party = t.party and a.closed_at is not null)`,
  // A pack paid its crels for good, and a month's packs are what was counted of it.
  packs: sql<{ id: string }>`
    select o.id from shop_order o
    where o.kind = 'crels_pack' and (
      (select coalesce(sum(e.amount), 0) from entry e join account a on a.id = e.account_id
       where e.txn_id = o.pack_txn_id and e.party = o.party and a.party = o.party
         and a.code in ('member.available', 'member.debt')) <> o.crels * o.quantity
      or exists (select from txn r where r.party = o.party and r.reverses = o.pack_txn_id))
    union all
    select coalesce(m.month, o.month) from shop_pack_month m full join (
      select to_char(placed_at at time zone 'UTC', 'YYYY-MM') as month, sum(crels * quantity) as crels
      from shop_order where kind = 'crels_pack' group by 1) o on o.month = m.month
    where m.crels is distinct from o.crels`,
  // A member holds or has used every freeze that was bought, and holds no other. Those who leave hold nothing, before their
  // erasure is over too.
  freezes: sql<{ id: string }>`
    select m.party from member m
    left join streak s on s.party = m.party
    left join (
      select party, sum(quantity) as pieces from shop_order where kind = 'streak_freeze' group by 1
    ) bought on bought.party = m.party
    left join (
      select party, count(*) as days from streak_freeze where kind = 'bought' group by 1
    ) used on used.party = m.party
    where m.state <> 'deleted' and (
      coalesce(s.bought_freezes, 0) > coalesce(bought.pieces, 0)
      or coalesce(s.bought_freezes, 0) + coalesce(used.days, 0) < coalesce(bought.pieces, 0))`,
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
