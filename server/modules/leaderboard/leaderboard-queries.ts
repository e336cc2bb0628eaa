import { sql } from 'kysely'
import type { LeaderboardMetric } from '#contracts/leaderboard.constants.ts'
import type { Db } from '#server/platform/database.ts'
import type { ReadDb } from '#server/platform/stale-reads/read-db.ts'

/** Which ranking: what is counted, and over which time. */
export interface BoardKey {
  metric: LeaderboardMetric
  span: 'all' | 'month' | 'week'
  /** Null for all there ever was. */
  startsAt: Date | null
}

/** Where a row stands in the order of a board: the value negated, and the number of the entry that reached it. */
export type PlaceKey = [value: number, seq: number]

/** A place as the database has it; `name` and `photo` are null where others may not see them. */
export interface PlaceRow {
  rank: number
  key: PlaceKey
  value: number
  /** The rank with which the day began. */
  before: number | null
  name: string | null
  photo: string | null
  isMe: boolean
}

/** Someone's own standing, whether ranked or not. */
interface OwnRow {
  rank: number | null
  value: number
  before: number | null
}

export interface BoardPage {
  /** Null while the board is empty. */
  board: number | null
  isClosed: boolean
  members: number
  /** One more than the limit where there are more. */
  page: PlaceRow[]
  /** Up to two before, and up to two behind, in the order of the ranks. */
  above: PlaceRow[]
  below: PlaceRow[]
  me: OwnRow | null
}

/** Neighbours shown on each side. */
const neighbours = 2

/** The most that contracts/paging.ts allows. */
const pageMax = 100

const ranked = sql`s.value > 0 and not s.is_excluded`

/**
 * One page of a board, how many are ranked, and a member's own standing with its neighbours, all in one statement and so
 * of one moment. A rank is the sum of the buckets before it and a count within one. Limits that find rows are written
 * out: a plan for any limit sorts the whole board (129 ms in place of 2 with 100,000 members).
 */
export async function readBoard(db: ReadDb, key: BoardKey, asked: BoardQuery): Promise<BoardPage> {
  return (await readBoardSql(key, asked).execute(db)).rows[0]!
}

interface BoardQuery {
  limit: number
  after?: PlaceKey
  /** Whose own standing is wanted. */
  party: string | null
}

/** Ranks that were remembered as this day began; where that was left out, there are none to compare with. */
const isOfToday = sql`y.day = (crels_now() at time zone 'UTC')::date`

function readBoardSql({ metric, span, startsAt }: BoardKey, { limit, after, party }: BoardQuery) {
  const starts = startsAt ?? '-infinity'
  return sql<BoardPage>`
    with b as materialized (
      select id, closed_at from leaderboard_board
      where metric = ${metric} and span = ${span} and starts_at = ${starts}::timestamptz
    ), own as materialized (
      select s.party, -s.value as nv, s.reached_seq as seq, s.value, (${ranked}) as is_ranked
      from b join leaderboard_standing s on s.board = b.id and s.party = ${party}
    ), page as (
      select s.party, -s.value as nv, s.reached_seq as seq
      from leaderboard_standing s
      where s.board = (select id from b) and ${ranked}
        and (-s.value, s.reached_seq) > (${after?.[0] ?? '-9223372036854775808'}::bigint, ${after?.[1] ?? 0}::bigint)
      order by -s.value, s.reached_seq limit ${sql.lit(pageMax + 1)}
    ), first as (
      select * from page order by nv, seq limit ${limit + 1}
    ), above as (
      select s.party, -s.value as nv, s.reached_seq as seq
      from leaderboard_standing s
      where s.board = (select id from b where exists (select from own where is_ranked)) and ${ranked}
        and (-s.value, s.reached_seq) < ((select nv from own), (select seq from own))
      order by -s.value desc, s.reached_seq desc limit ${sql.lit(neighbours)}
    ), below as (
      select s.party, -s.value as nv, s.reached_seq as seq
      from leaderboard_standing s
      where s.board = (select id from b where exists (select from own where is_ranked)) and ${ranked}
        and (-s.value, s.reached_seq) > ((select nv from own), (select seq from own))
      order by -s.value, s.reached_seq limit ${sql.lit(neighbours)}
    ), my as materialized (
      select leaderboard_rank((select id from b), own.nv, own.seq) as rank from own where is_ranked
    ), shown as (
      select 'page' as part, p.party, p.nv, p.seq,
             (select leaderboard_rank((select id from b), f.nv, f.seq) from first f order by f.nv, f.seq limit 1)
               + row_number() over (order by p.nv, p.seq) - 1 as rank
      from first p
      union all
      select 'above', a.party, a.nv, a.seq, my.rank - row_number() over (order by a.nv desc, a.seq desc) from above a, my
      union all
      select 'below', a.party, a.nv, a.seq, my.rank + row_number() over (order by a.nv, a.seq) from below a, my
    ), rows as (
      select r.part, jsonb_agg(jsonb_build_object(
          'rank', r.rank, 'key', jsonb_build_array(r.nv, r.seq), 'value', -r.nv, 'before', y.rank,
          'name', case when not m.hidden_on_leaderboard and m.state = 'active' then nullif(m.display_name, '') end,
          'photo', case when not m.hidden_on_leaderboard and m.state = 'active' then m.photo_url end,
          'isMe', r.party is not distinct from ${party}) order by r.rank) as places
      from shown r
      left join member m on m.party = r.party
      left join leaderboard_yesterday y on y.board = (select id from b) and y.party = r.party and ${isOfToday}
      group by 1
    )
    select (select id from b) as board,
      coalesce((select closed_at is not null from b), false) as "isClosed",
      (select coalesce(sum(k.size), 0) from leaderboard_bucket k where k.board = (select id from b))::bigint as members,
      coalesce((select places from rows where part = 'page'), '[]') as page,
      coalesce((select places from rows where part = 'above'), '[]') as above,
      coalesce((select places from rows where part = 'below'), '[]') as below,
      (select jsonb_build_object('rank', my.rank, 'value', own.value, 'before', y.rank)
       from own left join my on true
       left join leaderboard_yesterday y on y.board = (select id from b) and y.party = own.party and ${isOfToday}) as me`
}

/** Whether a month was ranked, by anything. */
export async function hadSeason(db: ReadDb, startsAt: Date): Promise<boolean> {
  const { rows } = await sql`
    select from leaderboard_board where span = 'month' and starts_at = ${startsAt} limit 1`.execute(db)
  return rows.length > 0
}

/** How a member is shown to themselves. */
export interface OwnLook {
  name: string | null
  photo: string | null
  isHidden: boolean
}

export async function ownLook(db: ReadDb, uid: string): Promise<OwnLook> {
  const { rows } = await sql<OwnLook>`
    select nullif(display_name, '') as name, photo_url as photo, hidden_on_leaderboard as "isHidden"
    from member where uid = ${uid}`.execute(db)
  return rows[0] ?? { name: null, photo: null, isHidden: false }
}

/** When what the stream said last was applied; one version for every member, since every viewer sees the same ranks. */
export async function leaderboardVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select case when isfinite(announced_at) then (extract(epoch from announced_at) * 1000)::bigint else 0 end::text as version
    from leaderboard_state`.execute(db)
  return rows[0]!.version
}
