import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { dateOf } from './click-id.ts'
import { lineColumns } from './click-line.ts'
import { onceByKey, type ClickSegment, type ClickSink } from './click-sink.ts'
import { otherValues } from './click-statistics.ts'

/** Partitions are dropped once a day and made by one process at a time: one repetition is enough, mostly. */
const attemptsMax = 5

/** Keeps clicks and their statistics in PostgreSQL: segments, clicks and figures are one transaction. */
export class PostgresSink implements ClickSink {
  readonly #pool: pg.Pool
  readonly #valuesMax: number

  /**
   * `pool` works as the product's role; a temporary table is made on its connections. Of a link in a quarter of an hour
   * `valuesMax` referrers and as many sub-ids have statistics of their own.
   */
  constructor(pool: pg.Pool, valuesMax = 200) {
    this.#pool = pool
    this.#valuesMax = valuesMax
  }

  /** Again where a day's partition is gone, or another process has just made it and this connection has not heard. */
  async store(given: ClickSegment[]): Promise<number> {
    const segments = onceByKey(given)
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#store(segments)
      } catch (error) {
        if (attempt === attemptsMax || !isDayMissing(error)) throw error
      }
    }
  }

  async #store(segments: ClickSegment[]): Promise<number> {
    const client = await this.#pool.connect()
    try {
      await makeDays(
        client,
        segments.flatMap(({ days }) => days),
      )
      await client.query('begin')
      await client.query(temporaryTable)
      const fresh = new Set(await claim(client, segments))
      const news = segments.filter(({ key }) => fresh.has(key))
      if (news.length < segments.length) await refuseBatched(client, segments)
      const texts = news.map(({ text }) => text)
      await pipeline(
        Readable.from([Buffer.from(texts.join(''), 'latin1')]),
        client.query(copyFrom(`copy click_line (${lineColumns}) from stdin`)),
      )
      await client.query(insertClicks, [this.#valuesMax])
      await client.query('commit')
      client.release()
      return news.reduce((clicks, { days }) => clicks + days.length, 0)
    } catch (error) {
      // Not reused: the transaction's state is unknown, and the server ends it with the connection.
      client.release(true)
      throw error
    }
  }
}

function isDayMissing(error: unknown): boolean {
  return (error as Error).message.startsWith('no partition of relation')
}

/**
 * Makes the partitions of days (UTC) that are missing. Before the transaction that needs them, since making a partition
 * locks for as long as that lasts.
 */
export async function makeDays(client: Pick<pg.Pool, 'query'>, days: readonly number[]): Promise<void> {
  await client.query('select click_day(day) from unnest($1::date[]) day', [[...new Set(days)].map(dateOf)])
}

/** Writes the keys and answers those that were not there: of a file that comes again nothing is loaded. */
async function claim(client: pg.PoolClient, segments: ClickSegment[]): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `insert into click_segment (key, lines) select * from unnest($1::text[], $2::int[])
     on conflict do nothing returning key`,
    [segments.map(({ key }) => key), segments.map(({ days }) => days.length)],
  )
  return rows.map((row) => row.key)
}

/** A segment that was to go to a store of columns and is not there is in neither: its batch is stored as it began. */
async function refuseBatched(client: pg.PoolClient, segments: ClickSegment[]): Promise<void> {
  const { rowCount } = await client.query(
    `select from click_segment s join click_batch b on b.id = s.batch_id
     where s.key = any ($1::text[]) and b.stored_at is null limit 1`,
    [segments.map(({ key }) => key)],
  )
  if (rowCount) throw new Error('clicks are on their way to ClickHouse: start once more with CLICKHOUSE_URL')
}

// Behind a pooler it outlives this process: other columns are another name.
const temporaryTable = `
  create temporary table if not exists click_line (
    id text, link_id text, visitor text, reason text, country text, device text, referrer_host text, sub_id text,
    network text
  ) on commit delete rows`

/** What is kept of the network of a click that may be paid (record-visit.ts), as columns. */
export const networkColumns = 'network, address, network_kind'
export const networkOfLine = `decode(substr(n.network, 2, 16), 'hex'), decode(substr(n.network, 18, 16), 'hex'),
           case left(n.network, 1) when 'h' then 'hosting' when 'm' then 'mobile' when 'o' then 'other' end`

const timeOfId = `uuid_extract_timestamp(substr(l.id, 5)::uuid)`

/*
 * Whatever two processes may both write is written in one order everywhere: visitors, clicks, quarters, days, then the
 * rest, each sorted. So two that load at once wait and never deadlock. The days ask for the number of quarters just for
 * that, and the origins for that of days: what nothing asks for is written last. They ask where it is counted once, for
 * a row beside each was counted with each (a file of 3 000 clicks took 4 s).
 *
 * Uniques first: of the countable lines the earliest of each link, visitor and day, where it is new.
 * A line that is there already says nothing: its visitor is there too.
 *
 * Hosts and sub-ids are what anybody sends: of one link in one quarter of an hour $1 of each get a figure of their own,
 * those that came first, and the rest is counted together. Asked only of links with more clicks than that. Two processes
 * that load at the same moment may let in a few more between them.
 */
const insertClicks = `
  with candidate as materialized (
    select min(id collate "C") as id, day, key from (
      select id, (${timeOfId} at time zone 'UTC')::date as day, md5(link_id || visitor)::uuid as key
      from click_line l where reason is null) c
    group by day, key
  ), first as (
    insert into click_visitor (day, key) select day, key from candidate order by 1, 2
    on conflict do nothing returning day, key
  ), added as (
    insert into click (id, at, link_id, visitor, countable, reason, country, device, referrer_host, sub_id, unique_of_day)
    select l.id, ${timeOfId}, link_id, decode(visitor, 'hex'), reason is null, reason, country, device, referrer_host,
           sub_id, f.id is not null
    from click_line l left join (select id from candidate join first using (day, key)) f on f.id = l.id
    order by l.id collate "C"
    on conflict do nothing
    returning id, link_id, visitor, at, date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00+00') as quarter, reason,
              country, device, referrer_host, sub_id, unique_of_day
  ), came as (
    insert into link_visitor (link_id, visitor, came_at, ${networkColumns})
    select distinct on (a.link_id, a.visitor) a.link_id, a.visitor, a.at, ${networkOfLine}
    from added a join link l on l.id = a.link_id and l.kind = 'share' join click_line n on n.id = a.id
    where a.reason is null order by 1, 2, a.at
    on conflict do nothing
  ), due as (
    insert into payable_click (enrolment_id, day, visitor, click_id, at, ${networkColumns})
    select distinct on (l.enrolment_id, (a.at at time zone 'UTC')::date, a.visitor)
           l.enrolment_id, (a.at at time zone 'UTC')::date, a.visitor, a.id, a.at, ${networkOfLine}
    from added a join link l on l.id = a.link_id and l.pays_clicks join click_line n on n.id = a.id
    where a.unique_of_day and (l.enrolled_at is null or l.enrolled_at <= a.at) order by 1, 2, 3, a.at, a.id
    on conflict do nothing
  ), figure as materialized (
    select link_id, quarter, coalesce(reason, '') as reason, count(*) as clicks,
           count(*) filter (where unique_of_day) as uniques
    from added group by 1, 2, 3
  ), counted as (
    insert into click_quarter (link_id, quarter, reason, clicks, uniques)
    select link_id, quarter, reason, clicks, uniques from figure order by 1, 2, 3
    on conflict (link_id, quarter, reason) do update set
      clicks = click_quarter.clicks + excluded.clicks, uniques = click_quarter.uniques + excluded.uniques
    returning link_id, quarter, reason, clicks
  ), daily as (
    insert into click_utc_day (link_id, day, clicks, uniques)
    select link_id, (quarter at time zone 'UTC')::date, sum(clicks), sum(uniques)
    from figure where reason = '' and (select count(*) from counted) >= 0 group by 1, 2 order by 1, 2
    on conflict (link_id, day) do update set
      clicks = click_utc_day.clicks + excluded.clicks, uniques = click_utc_day.uniques + excluded.uniques
    returning day
  ), newcomer as materialized (
    select * from (
      select link_id, quarter, dimension, value, min(id) as id
      from counted c join added a using (link_id, quarter)
      cross join lateral (values ('referrer', referrer_host), ('sub', sub_id)) d (dimension, value)
      where c.reason = '' and c.clicks > $1 and a.reason is null and value is not null
      group by 1, 2, 3, 4) v
    where not exists (select from click_breakdown b where b.link_id = v.link_id and b.dimension = v.dimension
      and b.quarter = v.quarter and b.value = v.value)
  ), refused as materialized (
    select link_id, quarter, dimension, value from (
      select n.*, row_number() over (partition by link_id, quarter, dimension order by id) as place, there
      from newcomer n join (
        select link_id, quarter, dimension, (
          select count(*) from click_breakdown b where b.link_id = g.link_id and b.dimension = g.dimension
            and b.quarter = g.quarter and b.value <> '${otherValues}') as there
        from (select distinct link_id, quarter, dimension from newcomer) g) t using (link_id, quarter, dimension)) p
    where there + place > $1
  )
  insert into click_breakdown (link_id, quarter, dimension, value, clicks, uniques)
  select link_id, quarter, dimension, value, count(*), count(*) filter (where unique_of_day)
  from (
    select link_id, quarter, country, device, unique_of_day,
      case when referrer_host is not null and (link_id, quarter, 'referrer', referrer_host) in (select * from refused)
        then '${otherValues}' else referrer_host end as referrer,
      case when sub_id is not null and (link_id, quarter, 'sub', sub_id) in (select * from refused)
        then '${otherValues}' else sub_id end as sub
    from added where reason is null) a
  cross join lateral (values
    ('country', country), ('device', device), ('referrer', referrer), ('sub', sub)) d (dimension, value)
  where value is not null and (select count(*) from daily) >= 0
  group by 1, 2, 3, 4 order by 1, 3, 2, 4
  on conflict (link_id, dimension, quarter, value) do update set
    clicks = click_breakdown.clicks + excluded.clicks, uniques = click_breakdown.uniques + excluded.uniques`
