import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { clickPromises, type Promises } from './click-promises.ts'

/** What the tables promise each other, beside what `reconcile` and the jobs of `brokenBeside` prove; each query answers the ids of what breaks it. */
const promises: Promises = {
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
