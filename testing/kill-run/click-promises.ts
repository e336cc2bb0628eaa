import { sql } from 'kysely'

/** Queries by what they prove; each answers the ids of what breaks it. */
export type Promises = Record<string, ReturnType<typeof sql<{ id: string }>>>

/** What the tables of clicks promise each other, where the database has them. */
export const clickPromises: Promises = {
  'figures by quarter are the clicks': sql`
    select coalesce(q.link_id, c.link_id) as id
    from (select link_id, reason, sum(clicks) as clicks, sum(uniques) as uniques from click_quarter group by 1, 2) q
    full join (select link_id, coalesce(reason, '') as reason, count(*) as clicks,
                      count(*) filter (where unique_of_day) as uniques from click group by 1, 2) c
      on c.link_id = q.link_id and c.reason = q.reason
    where (q.clicks, q.uniques) is distinct from (c.clicks, c.uniques)`,
  'figures by day are those of its quarters': sql`
    select coalesce(d.link_id, q.link_id) as id
    from click_utc_day d
    full join (select link_id, (quarter at time zone 'UTC')::date as day, sum(clicks) as clicks, sum(uniques) as uniques
               from click_quarter where countable group by 1, 2) q on q.link_id = d.link_id and q.day = d.day
    where (q.clicks, q.uniques) is distinct from (d.clicks, d.uniques)`,
  'uniques are the visitors of a link and day': sql`
    select link_id as id from click where countable group by 1
    having count(*) filter (where unique_of_day) <> count(distinct (visitor, (at at time zone 'UTC')::date))`,
  'each figure of devices adds up': sql`
    select q.link_id as id
    from (select link_id, sum(clicks) as clicks, sum(uniques) as uniques from click_quarter where countable group by 1) q
    left join (select link_id, sum(clicks) as clicks, sum(uniques) as uniques from click_breakdown
               where dimension = 'device' group by 1) b on b.link_id = q.link_id
    where (q.clicks, q.uniques) is distinct from (b.clicks, b.uniques)`,
}
