import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/**
 * The last visit by a person of any of an enrolment's links within a span, or undefined. The figures say in which
 * quarters of an hour there was one, and a click's id names its moment, so that of each day only those are read.
 */
export async function lastHumanClick(
  db: Db,
  enrolmentId: string,
  { after, until }: { after: Date; until: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select c.id
    from (select h.link_id, h.quarter, (extract(epoch from h.quarter) * 1000)::bigint as ms
          from click_quarter h join link l on l.id = h.link_id
          where l.enrolment_id = ${enrolmentId} and h.reason in ('', 'repeat')
            and h.quarter > ${after}::timestamptz - interval '15 minutes' and h.quarter <= ${until}
          group by h.link_id, h.quarter order by h.quarter desc limit 500) h
    cross join lateral (
      select c.id, c.at from click c
      where c.id >= 'clk_' || lpad(to_hex(h.ms), 12, '0') and c.id < 'clk_' || lpad(to_hex(h.ms + 900000), 12, '0')
        and c.at >= h.quarter and c.at < h.quarter + interval '15 minutes' and c.at between ${after} and ${until}
        and c.link_id = h.link_id and coalesce(c.reason, 'repeat') = 'repeat'
      order by c.at desc limit 1) c
    order by c.at desc limit 1`.execute(db)
  return rows[0]?.id
}
