import { sql } from 'kysely'
import { monthOf, type Streak } from '#rules/check-in.ts'
import { addDays } from '#rules/local-date.ts'
import type { AskedZone } from '#rules/time-zone-change.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { keepsPlan } from '#server/platform/prepared-statements.ts'

/** A member's streak with everything that decides the next check-in, and the database's time. */
export interface StreakFacts extends Streak {
  zones: readonly AskedZone[]
  longest: number
  now: number
}

/**
 * What is known of a member's streak. `timeZone` is the one of the profile, in force until a first change of it is
 * recorded. `browserZone` replaces it until the first check-in fixes one. Ask after `lockRewards`, so that the time is
 * later than the transaction that held the lock.
 */
export async function streakFacts(
  db: Db,
  party: string,
  timeZone: string | null,
  browserZone: string | null = null,
): Promise<StreakFacts> {
  const { rows } = await sql<Row>`
    select (extract(epoch from crels_now()) * 1000)::bigint as now, s.days, s.longest,
           s.last_date as "lastDate", (extract(epoch from s.last_at) * 1000)::bigint as "lastAt",
           s.bought_freezes as "boughtFreezes",
           (select coalesce(json_agg(z order by z."startsAt"), '[]') from (
              select zone, (extract(epoch from starts_at) * 1000)::bigint as "startsAt",
                     (extract(epoch from asked_at) * 1000)::bigint as "askedAt"
              from member_zone where party = one.party
            ) z) as zones,
           (select coalesce(json_object_agg(f.month, f.used), '{}') from (
              select to_char(date, 'YYYY-MM') as month, count(*)::int as used from streak_freeze
              where party = one.party and kind = 'monthly' group by 1
            ) f) as "monthlyUsed"
    from (select ${party}::text as party) one left join streak s on s.party = one.party
    ${keepsPlan}`.execute(db)
  const { lastDate, lastAt, zones, ...row } = rows[0]!
  const zone = timeZone ?? (lastDate === null ? browserZone : null) ?? 'UTC'
  return {
    ...row,
    days: row.days ?? 0,
    longest: row.longest ?? 0,
    boughtFreezes: row.boughtFreezes ?? 0,
    last: lastDate === null ? null : { date: lastDate, at: lastAt! },
    zones: zones.length > 0 ? zones : [{ zone, startsAt: 0, askedAt: null }],
  }
}

interface Row {
  now: number
  days: number | null
  longest: number | null
  lastDate: string | null
  lastAt: number | null
  boughtFreezes: number | null
  zones: AskedZone[]
  monthlyUsed: Record<string, number>
}

/** The zones recorded for a member; none before the first. */
export async function recordedZones(tx: Tx, party: string): Promise<AskedZone[]> {
  const { rows } = await sql<AskedZone>`
    select zone, (extract(epoch from starts_at) * 1000)::bigint as "startsAt",
           (extract(epoch from asked_at) * 1000)::bigint as "askedAt"
    from member_zone where party = ${party} order by starts_at`.execute(tx)
  return rows
}

/** The zone in which a member took their first date; undefined before that. */
export async function firstCheckInZone(tx: Tx, party: string): Promise<string | undefined> {
  const { rows } = await sql<{ zone: string }>`
    select zone from check_in where party = ${party} order by date limit 1`.execute(tx)
  return rows[0]?.zone
}

/** Makes these the zones of a member: one that has not begun may have been replaced or taken back. */
export async function writeZones(tx: Tx, party: string, zones: readonly AskedZone[]): Promise<void> {
  await sql`delete from member_zone where party = ${party}`.execute(tx)
  await sql`
    insert into member_zone (party, starts_at, zone, asked_at)
    select ${party}, to_timestamp(z."startsAt" / 1000.0), z.zone, to_timestamp(z."askedAt" / 1000.0)
    from json_to_recordset(${JSON.stringify(zones)}::json) as z (zone text, "startsAt" bigint, "askedAt" bigint)
  `.execute(tx)
}

export interface NewCheckIn {
  date: string
  at: Date
  zone: string
  days: number
  points: number
  bonusPoints: number
  txnId: string
  freezes: readonly { date: string; kind: string }[]
}

/** Takes a date: the check-in, the freezes that cover what was missed, and the streak with it. */
export async function writeCheckIn(tx: Tx, party: string, taken: NewCheckIn): Promise<void> {
  const bought = taken.freezes.filter(({ kind }) => kind === 'bought').length
  await sql`
    with checked as (
      insert into check_in (party, date, at, zone, days, points, bonus_points, txn_id)
      values (${party}, ${taken.date}, ${taken.at}, ${taken.zone}, ${taken.days}, ${taken.points},
        ${taken.bonusPoints}, ${taken.txnId})
    ), frozen as (
      insert into streak_freeze (party, date, kind, used_at)
      select ${party}, f.date, f.kind, ${taken.at}
      from json_to_recordset(${JSON.stringify(taken.freezes)}::json) as f (date date, kind text)
    )
    insert into streak as s (party, days, longest, last_date, last_at)
    values (${party}, ${taken.days}, ${taken.days}, ${taken.date}, ${taken.at})
    on conflict (party) do update set days = excluded.days, longest = greatest(s.longest, excluded.days),
      last_date = excluded.last_date, last_at = excluded.last_at, bought_freezes = s.bought_freezes - ${bought}
    ${keepsPlan}`.execute(tx)
}

export interface CalendarDay {
  date: string
  state: 'checked' | 'frozen'
  points: number
  bonusPoints: number
  transactionId: string | null
}

/** The dates of a month (`YYYY-MM`) and of the week before it that a member took or that a freeze covered. */
export async function calendarDays(db: Db, party: string, month: string): Promise<CalendarDay[]> {
  const [from, until] = [addDays(`${month}-01`, -7), addDays(`${month}-01`, 31)]
  const { rows } = await sql<CalendarDay>`
    select date, 'checked' as state, points, bonus_points as "bonusPoints", txn_id as "transactionId"
    from check_in where party = ${party} and date between ${from} and ${until}
    union all
    select date, 'frozen', 0, 0, null from streak_freeze
    where party = ${party} and date between ${from} and ${until}
    order by date`.execute(db)
  return rows.filter(({ date }) => monthOf(date) <= month)
}

/** The check-ins of the week of a streak that is so many days long, the newest first. */
export async function lastCheckIns(db: Db, party: string, days: number): Promise<CalendarDay[]> {
  const { rows } = await sql<CalendarDay>`
    select date, 'checked' as state, points, bonus_points as "bonusPoints", txn_id as "transactionId"
    from check_in where party = ${party} order by date desc limit ${Math.min(days, 7)}`.execute(db)
  return rows
}

/** How many dates a member took in each of some months (`YYYY-MM`), in their order. */
export async function countCheckIns(db: Db, party: string, months: string[]): Promise<number[]> {
  const { rows } = await sql<{ month: string; count: number }>`
    select to_char(date, 'YYYY-MM') as month, count(*)::int as count from check_in
    where party = ${party} and to_char(date, 'YYYY-MM') = any (${months})
    group by 1`.execute(db)
  return months.map((month) => rows.find((row) => row.month === month)?.count ?? 0)
}

/** The newest months (`YYYY-MM`) before one in which a member took at least so many dates. */
export async function checkInMonths(
  db: Db,
  party: string,
  { before, atLeast, limit }: { before: string; atLeast: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select to_char(date, 'YYYY-MM') as month from check_in
    where party = ${party} and date < ${`${before}-01`}::date
    group by 1 having count(*) >= ${atLeast} order by 1 desc limit ${limit}`.execute(db)
  return rows.map(({ month }) => month)
}

/** How many dates a member ever took. */
export async function countAllCheckIns(db: Db, party: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from check_in where party = ${party}`.execute(db)
  return rows[0]!.count
}

/** The check-ins among some transactions. A history that was loaded has points without check-ins. */
export async function checkInsOf(
  db: Db,
  transactionIds: string[],
): Promise<{ transactionId: string; date: string; streak: number; bonusPoints: number }[]> {
  const { rows } = await sql<{ transactionId: string; date: string; streak: number; bonusPoints: number }>`
    select txn_id as "transactionId", date, days as streak, bonus_points as "bonusPoints" from check_in
    where txn_id = any (${transactionIds})`.execute(db)
  return rows
}
