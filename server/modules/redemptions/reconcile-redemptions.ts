import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import {
  brokenPromises,
  type BrokenPromise,
  type Promises,
  type Proof,
} from '#server/platform/reconciliation.ts'

/** The one post of a scope that is about a redemption: the house's where its member has left (`ledger_home`). */
const postOf = (scope: string) => sql`
  (select t.id from txn t where t.scope = ${sql.lit(scope)} and t.idem = r.id and t.party in (r.party, 'house'))`

/**
 * What left the house's hands by the payments of redemptions, less what came back and what was reversed: crels with their
 * fee, which is why they are what the member gave, and dollars without.
 */
const moved = sql`
  (select p.idem, sum(e.amount) filter (where a.asset = 'CREL') as crels,
          sum(e.amount) filter (where a.asset = 'USD' and a.code = 'house.payout') as usd_cents
   from (
     select t.idem, t.id, t.party from txn t where t.scope in ('redemption', 'redemption_returned')
     union all
     select t.idem, b.id, b.party from txn t join txn b on b.reverses = t.id and b.party = t.party
     where t.scope in ('redemption', 'redemption_returned')
   ) p
   join entry e on e.txn_id = p.id and e.party = p.party
   join account a on a.id = e.account_id and a.code in ('house.payout', 'house.fee')
   group by 1)`

/** What redemptions, the holds behind them and the ledger promise each other, beside what `reconcile` proves. */
const promises = {
  // Its crels are reserved until it ends, the house's once it was paid, and free again otherwise. None is reserved for none.
  holds: sql<{ id: string }>`
    select r.id from redemption r left join hold h on h.id = r.hold_id
    where h.amount is distinct from r.crels
      or h.state is distinct from case
        when r.state in ('requested', 'approved', 'sending') then 'open'
        when r.state in ('paid', 'returned') then 'captured'
        else 'released' end
    union all
    select h.id from hold h
    where h.scope = 'redemption' and h.state = 'open'
      and not exists (select from redemption r where r.hold_id = h.id)`,
  paid: sql<{ id: string }>`
    select r.id from redemption r
    where (r.state in ('paid', 'returned')) <> exists ${postOf('redemption')}
       or (r.state = 'returned') <> exists ${postOf('redemption_returned')}`,
  // Dollars and crels of one that was paid are the house's no more and once more; of any other all is as it was.
  dollars: sql<{ id: string }>`
    select r.id from redemption r left join ${moved} p on p.idem = r.id
    where coalesce(p.usd_cents, 0) <> case r.state when 'paid' then r.usd_cents else 0 end`,
  crels: sql<{ id: string }>`
    select r.id from redemption r left join ${moved} p on p.idem = r.id
    where coalesce(p.crels, 0) <> case r.state when 'paid' then r.crels else 0 end`,
  // Nothing was paid or came back without its redemption, but what was removed with the demo data.
  posts: sql<{ id: string }>`
    select t.id from txn t left join redemption r on r.id = t.idem
    where t.scope in ('redemption', 'redemption_returned', 'debt_filled')
      and (r.id is null or t.scope = 'debt_filled' and r.state not in ('rejected', 'failed', 'cancelled', 'returned'))
      and not exists (select from txn b where b.reverses = t.id)`,
  quotes: sql<{ id: string }>`
    select q.id from exchange_quote q full join redemption r on r.quote_id = q.id
    where (q.used_at is not null) <> (r.id is not null)`,
} satisfies Promises<string>

export type RedemptionPromise = keyof typeof promises

/** Checks what redemptions and the ledger promise each other, over all rows; answers what is broken. */
export async function reconcileRedemptions(db: Db): Promise<BrokenPromise<RedemptionPromise>[]> {
  return await brokenPromises(db, promises)
}

/** The hourly proof of it. */
export const redemptionsProof: Proof = {
  about: 'redemptions',
  job: 'reconcile-redemptions',
  doc: 'Proves what is reserved and what was paid of every redemption from the ledger.',
  cron: '45 * * * *',
  promises,
  metric: {
    name: 'crels_redemptions',
    help: 'The last reconciliation of redemptions: what breaks a promise.',
  },
}
