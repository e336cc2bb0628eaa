/** Retries of an insert that ClickHouse recognises by their token, of each table: an hour at 27 batches a second. */
const tokens = 'non_replicated_deduplication_window = 100000'

/** An insert is answered when the disk has it: its file and its place in the log are gone after that. */
export const synced = 'fsync_after_insert = 1, fsync_part_directory = 1'

/** The quarter of an hour that a moment is in, in years for which `DateTime` has no bits either. */
export const quarterOf = (at: string) =>
  `toDateTime64(intDiv(toUnixTimestamp64Milli(${at}), 900000) * 900, 0, 'UTC')`

/** The moment that is in a click's id. */
export const timeOfId = (id: string) =>
  `fromUnixTimestamp64Milli(reinterpretAsInt64(reverse(unhex(concat('0000', substring(${id}, 5, 12))))), 'UTC')`

/**
 * The tables of clicks, made where they are missing. On several servers make them before the first start, by this text
 * with `ReplicatedMergeTree`, `ReplicatedSummingMergeTree` and so on, and `replicated_deduplication_window = 100000`.
 *
 * A click is written once, into `click`; the figures follow it by views, in the same insert. An insert that comes again
 * with its token writes nothing, in none of them. Without a value is an empty text: no column is nullable.
 *
 * - `click`: by time, as ids are. A link's clicks are found by the index of `link_id`.
 * - `click_quarter`, `click_breakdown`: visits by quarter of an hour, as the tables of these names in PostgreSQL.
 * - `click_first`: the first countable click of each visitor on a link in a UTC day. Merges keep the earliest, so that it
 *   says who is unique whatever came first here.
 * - `click_unique`: what `click_first` said of days that are dropped, with `dimension` empty for all of a link.
 */
export const tables = [
  `create table if not exists click (
    id            String codec(ZSTD(1)),
    at            DateTime64(3, 'UTC') default
      ${timeOfId('id')}
      codec(Delta, ZSTD(1)),
    link_id       String codec(ZSTD(1)),
    visitor       String codec(ZSTD(1)),
    reason        LowCardinality(String),
    country       LowCardinality(String),
    device        LowCardinality(String),
    referrer_host String codec(ZSTD(1)),
    sub_id        String codec(ZSTD(1)),
    batch         String codec(ZSTD(1)),
    index of_link link_id type bloom_filter(0.01) granularity 1
  ) engine = MergeTree partition by toYYYYMMDD(at) order by (at, id) settings ${tokens}, ${synced}`,
  `create table if not exists click_quarter (
    link_id String, quarter DateTime64(0, 'UTC'), reason LowCardinality(String), clicks UInt64
  ) engine = SummingMergeTree(clicks) partition by toYYYYMM(quarter) order by (link_id, quarter, reason)
    settings ${tokens}, ${synced}`,
  `create materialized view if not exists click_quarter_view to click_quarter as
    select link_id, ${quarterOf('at')} as quarter, reason, count() as clicks
    from click group by link_id, quarter, reason`,
  `create table if not exists click_breakdown (
    link_id String, dimension LowCardinality(String), quarter DateTime64(0, 'UTC'), value String, clicks UInt64
  ) engine = SummingMergeTree(clicks) partition by toYYYYMM(quarter) order by (link_id, dimension, quarter, value)
    settings ${tokens}, ${synced}`,
  `create materialized view if not exists click_breakdown_view to click_breakdown as
    select link_id, origin.1 as dimension, ${quarterOf('at')} as quarter,
      origin.2 as value, count() as clicks
    from click array join [('country', toString(country)), ('device', toString(device)), ('referrer', referrer_host),
      ('sub', sub_id)] as origin
    where reason = '' and origin.2 != '' group by link_id, dimension, quarter, value`,
  `create table if not exists click_first (
    link_id String, day Date32, visitor String codec(ZSTD(1)),
    first SimpleAggregateFunction(min, Tuple(DateTime64(3, 'UTC'), String, String, String, String, String))
  ) engine = AggregatingMergeTree partition by toYYYYMMDD(day) order by (link_id, day, visitor) settings ${tokens}, ${synced}`,
  `create materialized view if not exists click_first_view to click_first as
    select link_id, toDate32(at, 'UTC') as day, visitor,
      min((at, id, toString(country), toString(device), referrer_host, sub_id)) as first
    from click where reason = '' group by link_id, day, visitor`,
  `create table if not exists click_unique (
    link_id String, dimension LowCardinality(String), quarter DateTime64(0, 'UTC'), value String, uniques UInt64
  ) engine = ReplacingMergeTree partition by toYYYYMM(quarter) order by (link_id, dimension, quarter, value)
    settings ${synced}`,
]

/** Where `first` has what a dimension is; the whole is 1, the moment. */
export const placeInFirst = { country: 3, device: 4, referrer: 5, sub: 6 } as const
