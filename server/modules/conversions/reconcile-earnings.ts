import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import {
  brokenPromises,
  type BrokenPromise,
  type Promises,
  type Proof,
} from '#server/platform/reconciliation.ts'

/** The posts of a scope: the fact each is for, and how many units they brought the account of a code. */
const postedTo = (scope: string, code: string) => sql`
  (select t.idem, count(distinct t.id) as posts, sum(e.amount) as crels
   from txn t join entry e on e.txn_id = t.id and e.party = t.party
   join account a on a.id = e.account_id and a.code = ${sql.lit(code)}
   where t.scope = ${sql.lit(scope)} group by 1)`

/** The posts of a scope that moved a budget, of campaigns that are still there. */
const ofBudgets = (scope: string) => sql`
  (select distinct t.id, t.idem from txn t
   join entry b on b.txn_id = t.id and b.party = t.party
   join account a on a.id = b.account_id and a.code = 'campaign.budget'
   join campaign c on c.id = a.party
   where t.scope = ${sql.lit(scope)})`

/** The hour in the key of what clicks were paid (`clickPayKey`). */
const hourOfKey = sql`(split_part(t.idem, ':', 3) || ':00Z')`

/** What earnings and the ledger promise each other, beside what the ledger's own `reconcile` proves. */
const promises = {
  // Whatever a campaign was ever given is in its budget or was earned there, and what is under review is reserved of it.
  budgets: sql<{ id: string }>`
    select c.id from campaign c
    left join (select party, sum(posted) as posted, sum(reserved) as reserved from account
               where code = 'campaign.budget' group by 1) a on a.party = c.id
    left join (select campaign_id,
                      sum(crels - reversed_crels) filter (where state <> 'under_review') as earned,
                      sum(crels) filter (where state = 'under_review') as reserved
               from earning group by 1) e on e.campaign_id = c.id
    where c.budget_crels <> coalesce(a.posted, 0) + coalesce(e.earned, 0)
       or coalesce(a.reserved, 0) <> coalesce(e.reserved, 0)`,
  pending: sql<{ id: string }>`
    select party as id from account full join (
      select party, sum(crels - reversed_crels) as crels from earning where state = 'pending' group by 1) e using (party)
    where coalesce(code, 'member.pending') = 'member.pending' and coalesce(posted, 0) <> coalesce(crels, 0)`,
  holds: sql<{ id: string }>`
    select e.id from earning e left join hold h on h.id = e.hold_id
    where e.hold_id is not null
      and (h.amount is distinct from e.crels or (h.state = 'open') <> (e.state = 'under_review'))`,
  // Of what was under review less comes where a part of it was refunded meanwhile.
  accepted: sql<{ id: string }>`
    select e.id from earning e left join ${postedTo('earning_pending', 'member.pending')} p on p.idem = e.id
    where e.type <> 'click' and (e.hold_id is null or e.state in ('pending', 'available'))
      and (p.posts = 1 and case when e.hold_id is null then p.crels = e.crels else p.crels between 1 and e.crels end)
        is not true`,
  clicks: sql<{ id: string }>`
    select coalesce(e.id, p.earning_id) as id
    from click_pay p full join (select id, crels from earning where type = 'click') e on e.id = p.earning_id
    where (p.earning_id is not null or e.id is not null) and p.crels is distinct from e.crels`,
  unlocked: sql<{ id: string }>`
    select e.id from earning e left join ${postedTo('earning_unlocked', 'member.pending')} p on p.idem = e.id
    where e.unlocked_at is not null and (p.posts = 1 and p.crels < 0) is not true`,
  refunds: sql<{ id: string }>`
    select e.id from earning e join (
      select conversion_id, sum(reversed_crels) as crels from refund group by 1) r using (conversion_id)
    join conversion c on c.id = conversion_id
    where c.status <> 'rejected' and e.reversed_crels <> r.crels`,
  reversed: sql<{ id: string }>`
    select r.id from refund r join earning e using (conversion_id)
    left join ${postedTo('earning_reversed', 'campaign.budget')} p on p.idem = r.id
    where r.reversed_crels > 0 and e.hold_id is null
      and (p.posts, p.crels) is distinct from (1, r.reversed_crels::numeric)`,
  // Of what was accepted after a review no time says which refunds came before: they are added up.
  reviewed: sql<{ id: string }>`
    select e.id from earning e join conversion c on c.id = e.conversion_id and c.status = 'accepted'
    left join ${postedTo('earning_pending', 'member.pending')} p on p.idem = e.id
    left join (
      select r.conversion_id, sum(b.crels) as crels
      from refund r join ${postedTo('earning_reversed', 'campaign.budget')} b on b.idem = r.id group by 1
    ) back on back.conversion_id = e.conversion_id
    where e.hold_id is not null
      and coalesce(p.crels, 0) - coalesce(back.crels, 0) <> e.crels - e.reversed_crels`,
  // Nothing moved without what it was for, but what was removed with the demo data. A question for each scope: of one
  // with a case, each post was looked for among all clicks that were ever paid.
  posts: sql<{ id: string }>`
    select t.id from ${ofBudgets('earning_pending')} t
    where not exists (select from earning e where e.id = t.idem and e.state <> 'under_review')
    union all
    select t.id from ${ofBudgets('earning_reversed')} t
    where not exists (select from refund r where r.id = t.idem and r.reversed_crels > 0)
      and not exists (select from earning e where e.id = t.idem and e.type = 'click' and e.state = 'reversed')
    union all
    select t.id from ${ofBudgets('click')} t
    where not exists (
      select from click_pay p
      where p.enrolment_id = split_part(t.idem, ':', 2)
        and p.hour = case when pg_input_is_valid(${hourOfKey}, 'timestamptz') then ${hourOfKey}::timestamptz end)`,
} satisfies Promises<string>

export type EarningPromise = keyof typeof promises

/** Checks what earnings and the ledger promise each other, over all rows; answers what is broken. */
export async function reconcileEarnings(db: Db): Promise<BrokenPromise<EarningPromise>[]> {
  return await brokenPromises(db, promises)
}

/** The hourly proof of it. */
export const earningsProof: Proof = {
  about: 'earnings',
  job: 'reconcile-earnings',
  doc: 'Proves earnings, refunds and what is left of every budget from the ledger.',
  cron: '43 * * * *',
  promises,
  metric: { name: 'crels_earnings', help: 'The last reconciliation of earnings: what breaks a promise.' },
}
