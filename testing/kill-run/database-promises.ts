import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { clickPromises, type Promises } from './click-promises.ts'

/** The posts of a scope: the fact each is for, and how many units moved. */
const posts = (scope: string) => sql`
  (select t.idem, count(distinct t.id) as posts, sum(e.amount) filter (where e.amount > 0) as moved
   from txn t join entry e on e.txn_id = t.id where t.scope = ${sql.lit(scope)} group by 1)`

/** What the tables promise each other, beside what `reconcile` proves; each query answers the ids of what breaks it. */
const promises: Promises = {
  'an accepted earning is posted once, whole': sql`
    select e.id from earning e left join ${posts('earning_pending')} p on p.idem = e.id
    where e.hold_id is null and e.type <> 'click' and (p.posts, p.moved) is distinct from (1, e.crels::numeric)`,
  'an unlocked earning is posted once': sql`
    select e.id from earning e left join ${posts('earning_unlocked')} p on p.idem = e.id
    where e.unlocked_at is not null and (p.posts = 1 and p.moved > 0) is not true`,
  'a refund of a posted earning is posted once, whole': sql`
    select r.id from refund r join earning e using (conversion_id) left join ${posts('earning_reversed')} p on p.idem = r.id
    where e.hold_id is null and r.reversed_crels > 0
      and (p.posts, p.moved) is distinct from (1, r.reversed_crels::numeric)`,
  'no post is without its fact': sql`
    select t.id from txn t
    where case t.scope
      when 'click' then not exists (select from click_pay p where t.idem =
        'click:' || p.enrolment_id || ':' || to_char(p.hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24'))
      when 'earning_pending' then not exists (select from earning e where e.id = t.idem and e.state <> 'under_review')
      when 'earning_unlocked' then not exists (select from earning e where e.id = t.idem and e.unlocked_at is not null)
      when 'earning_reversed' then not exists (select from refund r where r.id = t.idem and r.reversed_crels > 0)
        and not exists (select from earning e where e.id = t.idem and e.type = 'click' and e.state = 'reversed')
      when 'debt_filled' then not exists (select from redemption r where r.id = t.idem
        and r.state in ('rejected', 'failed', 'cancelled', 'returned'))
      when 'redemption_returned' then not exists (select from redemption r where r.id = t.idem and r.state = 'returned')
      else false end`,
  'pending crels are the pending earnings': sql`
    select a.party as id from account a
    left join (select party, sum(crels - reversed_crels) as crels from earning where state = 'pending' group by 1) e
      on e.party = a.party
    where a.code = 'member.pending' and a.posted <> coalesce(e.crels, 0)`,
  'a hold is open while its earning is held': sql`
    select e.id from earning e join hold h on h.id = e.hold_id where (e.state = 'under_review') <> (h.state = 'open')`,
  'an earning is reduced by its refunds': sql`
    select e.id from earning e
    where exists (select from refund r where r.conversion_id = e.conversion_id)
      and e.reversed_crels <> (select sum(r.reversed_crels) from refund r where r.conversion_id = e.conversion_id)`,
  'a conversion has an earning, or earns nothing': sql`
    select c.id from conversion c left join earning e on e.conversion_id = c.id
    where (c.status <> 'rejected' and e.id is null) or (c.status = 'rejected' and e.id is not null and c.decided_at is null)`,
  'an event pays by its last conversion alone': sql`
    select max(c.id) as id from conversion c join earning e on e.conversion_id = c.id
    where e.state <> 'reversed' group by c.brand_id, c.event_id having count(*) > 1
    union all
    select c.corrects as id from conversion c join earning e on e.conversion_id = c.corrects where e.state <> 'reversed'`,
  'a joining bonus is paid once an enrolment': sql`
    select n.id from enrolment n join campaign c on c.id = n.campaign_id
    left join award a on a.program = 'joining-bonus' and a.period = n.id
    left join entry e on e.txn_id = a.txn_id and e.amount > 0
    where c.joining_bonus_points > 0 and n.state = 'active' and e.amount is distinct from c.joining_bonus_points`,
  'a check-in is granted once, whole': sql`
    select c.party || ' ' || c.date as id from check_in c
    left join award w on w.party = c.party and w.program = 'daily-check-in' and w.period = c.date::text
    left join entry e on e.txn_id = w.txn_id and e.amount > 0
    where w.txn_id is distinct from c.txn_id or e.amount is distinct from c.points + c.bonus_points`,
  'a boost added what its awards say': sql`
    select b.party as id from point_boost b group by b.party
    having sum(b.points_granted) <> (
      select coalesce(sum(e.amount), 0) from award w join entry e on e.txn_id = w.txn_id and e.amount > 0
      where w.party = b.party and w.program = 'boost')`,
  'a redemption holds its crels until it ends': sql`
    select r.id from redemption r left join hold h on h.id = r.hold_id
    where h.amount is distinct from r.crels
      or (h.state = 'open') <> (r.state in ('requested', 'approved', 'sending'))`,
  'a used quote has its redemption': sql`
    select q.id from exchange_quote q full join redemption r on r.quote_id = q.id
    where (q.used_at is not null) <> (r.id is not null)`,
  'a tracking link is active while its enrolment is': sql`
    select n.id from enrolment n left join link l on l.enrolment_id = n.id
    where (n.state = 'active' and l.state is distinct from 'active') or (n.state <> 'active' and l.state = 'active')`,
  'a recorded key has an answer': sql`
    select actor || ' ' || key as id from idempotency_key where status = 0`,
}

/** The promises that are broken, a line each with some ids; `clicksBeside` says that another store has the clicks. */
export async function brokenPromises(
  books: Db,
  { clicksBeside = false }: { clicksBeside?: boolean } = {},
): Promise<string[]> {
  const broken: string[] = []
  for (const [promise, query] of Object.entries(
    clicksBeside ? promises : { ...promises, ...clickPromises },
  )) {
    const { rows } = await query.execute(books)
    if (rows.length === 0) continue
    const ids = rows.slice(0, 5).map(({ id }) => id)
    broken.push(`Not so ${rows.length} times: ${promise} (${ids.join(', ')})`)
  }
  return broken
}
