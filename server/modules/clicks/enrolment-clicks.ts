import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { addTo, type ClickCount } from './click-count.ts'
import { columnStoreOf } from './column-store.ts'

const quarterMs = 900_000

/**
 * Clicks of enrolments so far, by enrolment: on the tracking link and on links of shares; of one that was shared before
 * joining since then, to the quarter of an hour. One without is absent.
 */
export async function enrolmentClicks(db: Db, enrolmentIds: string[]): Promise<Map<string, ClickCount>> {
  const { rows } = await sql<ClickCount & { id: string }>`
    select l.enrolment_id as id, sum(h.clicks)::bigint as clicks,
           coalesce(sum(h.clicks) filter (where h.countable), 0)::bigint as countable
    from link l join click_quarter h on h.link_id = l.id
    where l.enrolment_id = any (${enrolmentIds})
      and (l.enrolled_at is null or h.quarter > l.enrolled_at - interval '15 minutes') group by 1`.execute(db)
  const counts = new Map(rows.map(({ id, ...count }) => [id, count]))
  const columns = columnStoreOf(db)
  if (!columns) return counts
  for (const { since, links } of await enrolledLinks(db, enrolmentIds)) {
    const from = since && new Date(since.getTime() - quarterMs + 1)
    for (const { linkId, reason, clicks } of await columns.byVerdict([...links.keys()], from ?? undefined))
      addTo(counts, links.get(linkId)!, { clicks, countable: reason === '' ? clicks : 0 })
  }
  return counts
}

/**
 * The links of enrolments, each with whose it is, by since when their clicks are the enrolment's: null, since they were made,
 * but of those that were shared before joining.
 */
export async function enrolledLinks(
  db: Db,
  enrolmentIds: string[],
): Promise<{ since: Date | null; links: Map<string, string> }[]> {
  const { rows } = await sql<{ id: string; enrolmentId: string; since: Date | null }>`
    select id, enrolment_id as "enrolmentId", enrolled_at as since from link
    where enrolment_id = any (${enrolmentIds})`.execute(db)
  return [...Map.groupBy(rows, ({ since }) => since?.getTime()).values()].map((links) => ({
    since: links[0]!.since,
    links: new Map(links.map(({ id, enrolmentId }) => [id, enrolmentId])),
  }))
}

/** In a query of `link l`: the enrolment that a click at a moment is of; null where the link was not its yet. */
export function enrolmentOfClick(at: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when l.enrolled_at is null or l.enrolled_at <= ${at} then l.enrolment_id end as "enrolmentId"`
}
