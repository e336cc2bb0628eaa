import { sql, type RawBuilder } from 'kysely'
import { splitAtUtcDays, type DaySplit, type Span } from '#rules/utc-days.ts'
import type { ReadDb } from '#server/platform/stale-reads/read-db.ts'
import { columnStoreOf } from './column-store.ts'
import { utcDate } from '#rules/utc-date.ts'

/** Countable clicks, and of them the first of each visitor on a link and UTC day. */
export interface ClickStatistics {
  clicks: number
  uniques: number
}

/** Whose links, and which of them. */
export interface LinkScope {
  uid: string
  campaignId?: string
  linkId?: string
}

/** Parts of time, each lasting until the next begins; all of them begin with a quarter of an hour. */
export interface TimeParts {
  starts: Date[]
  /** The end of the last. */
  until: Date
}

/** What a rollup of clicks knows beside the link. */
export type ClickDimension = 'country' | 'device' | 'referrer' | 'sub'

/** The value that hosts and sub-ids beyond those of their own statistics are counted under; no sub-id can be this. */
export const otherValues = '(others)'

/** Values of a dimension that are listed, those with the most clicks first: a visitor can send any sub-id. */
export const originValuesMax = 5_000

/** Clicks on links of a member by part of time, its index first; parts without clicks are absent. */
export async function clicksByPart(
  db: ReadDb,
  scope: LinkScope,
  parts: TimeParts,
): Promise<Map<number, ClickStatistics>> {
  const { rows } = await clicksByPartSql(scope, parts).execute(db)
  const beside = await besideByPart(db, scope, parts)
  const sums = summed<ClickStatistics & { part: number }>([...rows, ...beside], ({ part }) => part)
  return new Map(sums.map(({ part, clicks, uniques }) => [part, { clicks, uniques }]))
}

/** Its one query, apart so that its plan can be tested and measured. */
export function clicksByPartSql(
  scope: LinkScope,
  parts: TimeParts,
): RawBuilder<ClickStatistics & { part: number }> {
  return sql<ClickStatistics & { part: number }>`
    select width_bucket(at, ${parts.starts}::timestamptz[]) - 1 as part,
           sum(clicks)::bigint as clicks, sum(uniques)::bigint as uniques
    from (${statistics(scope, parts)}) f group by 1`
}

/** Clicks by link or campaign, and by part of time; clicks on links of no campaign are under null. */
export async function clicksByLink(
  db: ReadDb,
  scope: LinkScope,
  parts: TimeParts,
  by: 'link' | 'campaign',
): Promise<(ClickStatistics & { key: string | null; part: number })[]> {
  const key = by === 'link' ? sql.ref('link_id') : sql.ref('campaign_id')
  const { rows } = await sql<ClickStatistics & { key: string | null; part: number }>`
    select ${key} as key, width_bucket(at, ${parts.starts}::timestamptz[]) - 1 as part,
           sum(clicks)::bigint as clicks, sum(uniques)::bigint as uniques
    from (${statistics(scope, parts)}) f group by 1, 2`.execute(db)
  const beside = (await besideByPart(db, scope, parts)).map(({ linkId, campaignId, ...row }) => ({
    ...row,
    key: by === 'link' ? linkId : campaignId,
  }))
  return summed([...rows, ...beside], (row) => `${row.part} ${row.key}`)
}

/**
 * The statistics of links in some time, in as few rows as its parts allow: those of whole UTC days, and by quarter of an
 * hour what is left of it.
 */
function statistics(scope: LinkScope, { starts, until }: TimeParts): RawBuilder<unknown> {
  const { days, rest } = splitAtUtcDays(starts.map(Number), Number(until))
  if (rest.length === 0) return statisticsOfDays(scope, days)
  if (days.from >= days.until) return statisticsOfQuarters(scope, rest)
  return sql`${statisticsOfDays(scope, days)} union all ${statisticsOfQuarters(scope, rest)}`
}

function statisticsOfDays(scope: LinkScope, { from, until, cut }: DaySplit['days']): RawBuilder<unknown> {
  return sql`
    select l.id as link_id, l.campaign_id, d.day::timestamp at time zone 'UTC' as at, d.clicks, d.uniques
    from link l join click_utc_day d on d.link_id = l.id
    where ${inScope(scope)} and d.day >= ${utcDate(from)}::date and d.day < ${utcDate(until)}::date
      and d.day <> all (${cut.map(utcDate)}::date[])`
}

/**
 * Of one span its bounds are said right away, since days of a zone are one. Of several each is looked for by itself
 * (`offset 0`): else all of a link's quarters were read and compared with each span, three times as long.
 */
function statisticsOfQuarters(scope: LinkScope, spans: Span[]): RawBuilder<unknown> {
  const all = (bound: keyof Span) => spans.map((span) => new Date(span[bound]))
  const [[from, another], [until]] = [all('from'), all('until')]
  if (!another)
    return sql`
    select l.id as link_id, l.campaign_id, q.quarter as at, q.clicks, q.uniques
    from link l join click_quarter q on q.link_id = l.id
    where ${inScope(scope)} and q.quarter >= ${from} and q.quarter < ${until} and q.countable`
  return sql`
    select l.id as link_id, l.campaign_id, q.quarter as at, q.clicks, q.uniques
    from link l cross join unnest(${all('from')}::timestamptz[], ${all('until')}::timestamptz[]) s (since, until)
    cross join lateral (
      select quarter, clicks, uniques from click_quarter
      where link_id = l.id and quarter >= s.since and quarter < s.until and countable offset 0) q
    where ${inScope(scope)}`
}

/** Clicks by where they came from, and by part of time. Those of which that is not known are in no row. */
export async function clicksByOrigin(
  db: ReadDb,
  scope: LinkScope,
  { starts, until }: TimeParts,
  dimension: ClickDimension,
): Promise<(ClickStatistics & { key: string; part: number })[]> {
  const { rows } = await sql<ClickStatistics & { key: string; part: number }>`
    with counted as materialized (
      select b.value as key, width_bucket(b.quarter, ${starts}::timestamptz[]) - 1 as part,
             sum(b.clicks)::bigint as clicks, sum(b.uniques)::bigint as uniques
      from link l join click_breakdown b on b.link_id = l.id and b.dimension = ${dimension}
      where ${inScope(scope)} and b.quarter >= ${starts[0]} and b.quarter < ${until}
      group by 1, 2)
    select * from counted
    where key in (select key from counted group by key order by sum(clicks) desc, key limit ${originValuesMax})`.execute(
    db,
  )
  const columns = columnStoreOf(db)
  if (!columns) return rows
  const links = await linksOf(db, scope)
  const beside = await columns.byOrigin([...links.keys()], { starts, until }, dimension)
  return summed([...rows, ...beside], ({ key, part }) => `${part} ${key}`)
}

/** Countable clicks on all links since the beginning: reads all of the rollup by day. */
export async function countAllClicks(db: ReadDb): Promise<number> {
  const { rows } = await sql<{ clicks: number }>`
    select coalesce(sum(clicks), 0)::bigint as clicks from click_utc_day`.execute(db)
  return rows[0]!.clicks + ((await columnStoreOf(db)?.countAll()) ?? 0)
}

/** The statistics that a store of columns has beside the database's own, with the campaign of each link. */
async function besideByPart(
  db: ReadDb,
  scope: LinkScope,
  parts: TimeParts,
): Promise<(ClickStatistics & { linkId: string; campaignId: string | null; part: number })[]> {
  const columns = columnStoreOf(db)
  if (!columns) return []
  const links = await linksOf(db, scope)
  const rows = await columns.byPart([...links.keys()], parts)
  return rows.map((row) => ({ ...row, campaignId: links.get(row.linkId) ?? null }))
}

/** Links with their campaign. */
async function linksOf(db: ReadDb, scope: LinkScope): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ id: string; campaignId: string | null }>`
    select l.id, l.campaign_id as "campaignId" from link l where ${inScope(scope)}`.execute(db)
  return new Map(rows.map(({ id, campaignId }) => [id, campaignId]))
}

/** Rows of one key added up. */
function summed<Row extends ClickStatistics>(rows: Row[], keyOf: (row: Row) => string | number): Row[] {
  const sums = new Map<string | number, Row>()
  for (const row of rows) {
    const sum = sums.get(keyOf(row))
    if (!sum) sums.set(keyOf(row), { ...row })
    else {
      sum.clicks += row.clicks
      sum.uniques += row.uniques
    }
  }
  return [...sums.values()]
}

function inScope({ uid, campaignId, linkId }: LinkScope) {
  return sql`l.owner_uid = ${uid}
    ${campaignId === undefined ? sql`` : sql`and l.campaign_id = ${campaignId}`}
    ${linkId === undefined ? sql`` : sql`and l.id = ${linkId}`}`
}
