import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { columnStoreOf, type ColumnClick } from './column-store.ts'
import { enrolledLinks } from './enrolment-clicks.ts'

/** A visit by a person, with where it came from. */
export type HumanClick = Pick<
  ColumnClick,
  'clickId' | 'at' | 'reason' | 'country' | 'device' | 'referrerHost'
>

interface Span {
  after: Date
  until: Date
}

/** The last visit by a person of any of an enrolment's links within a span, or undefined. */
export async function lastHumanClick(db: Db, enrolmentId: string, span: Span): Promise<string | undefined> {
  const [last] = await lastHumanClicks(db, enrolmentId, { ...span, limit: 1 })
  return last?.clickId
}

/**
 * `lastHumanClick` of each of several enrolments with its span, in their order: in one query where the database alone has
 * the clicks, since planning one over the days of `click` takes longer than running it.
 */
export async function lastHumanClickOfEach(
  db: Db,
  wanted: readonly (Span & { enrolmentId: string })[],
): Promise<(string | undefined)[]> {
  if (columnStoreOf(db)) {
    const found: (string | undefined)[] = []
    for (const { enrolmentId, ...span } of wanted) found.push(await lastHumanClick(db, enrolmentId, span))
    return found
  }
  const { rows } = await sql<{ clickId: string | null }>`
    select v."clickId"
    from unnest(${wanted.map(({ enrolmentId }) => enrolmentId)}::text[],
                ${wanted.map(({ after }) => after.toISOString())}::timestamptz[],
                ${wanted.map(({ until }) => until.toISOString())}::timestamptz[])
      with ordinality w(enrolment_id, after, until, place)
    left join lateral (${lastVisits({ enrolmentId: sql`w.enrolment_id`, after: sql`w.after`, until: sql`w.until` }, 1)}) v on true
    order by w.place`.execute(db)
  return rows.map(({ clickId }) => clickId ?? undefined)
}

/** The last visits by people of any of an enrolment's links within a span, the newest first. */
export async function lastHumanClicks(
  db: Db,
  enrolmentId: string,
  { after, until, limit }: Span & { limit: number },
): Promise<HumanClick[]> {
  const { rows } = await lastVisits(
    {
      enrolmentId: sql`${enrolmentId}`,
      after: sql`${after}::timestamptz`,
      until: sql`${until}::timestamptz`,
    },
    limit,
  ).execute(db)
  const columns = columnStoreOf(db)
  if (!columns) return rows
  const beside: HumanClick[] = []
  for (const { since, links } of await enrolledLinks(db, [enrolmentId])) {
    const wanted = { from: since && since > after ? since : after, until, limit }
    beside.push(...(await columns.lastVisits([...links.keys()], { ...wanted, reasons: ['', 'repeat'] })))
  }
  // One that is paid for or reported is in both.
  const clicks = new Map([...beside, ...rows].map((click) => [click.clickId, click]))
  return [...clicks.values()].toSorted((one, other) => other.at.getTime() - one.at.getTime()).slice(0, limit)
}

/**
 * In a query: the last visits in the database. The statistics say in which quarters of an hour there was one, and a click's
 * id names its moment, so that of each day only those are read.
 */
function lastVisits(
  { enrolmentId, after, until }: Record<'enrolmentId' | 'after' | 'until', RawBuilder<unknown>>,
  limit: number,
): RawBuilder<HumanClick> {
  return sql<HumanClick>`
    select c.id as "clickId", c.at, c.reason, c.country, c.device, c.referrer_host as "referrerHost"
    from (select h.link_id, h.quarter, l.enrolled_at, (extract(epoch from h.quarter) * 1000)::bigint as ms
          from click_quarter h join link l on l.id = h.link_id
          where l.enrolment_id = ${enrolmentId} and h.reason in ('', 'repeat')
            and h.quarter > ${after} - interval '15 minutes' and h.quarter <= ${until}
            and (l.enrolled_at is null or h.quarter > l.enrolled_at - interval '15 minutes')
          group by h.link_id, h.quarter, l.enrolled_at order by h.quarter desc limit 500) h
    cross join lateral (
      select * from click c
      where c.id >= 'clk_' || lpad(to_hex(h.ms), 12, '0') and c.id < 'clk_' || lpad(to_hex(h.ms + 900000), 12, '0')
        and c.at >= h.quarter and c.at < h.quarter + interval '15 minutes' and c.at between ${after} and ${until}
        and (h.enrolled_at is null or c.at >= h.enrolled_at) and c.link_id = h.link_id and coalesce(c.reason, 'repeat') = 'repeat'
      order by c.at desc limit ${limit}) c
    order by c.at desc limit ${limit}`
}
