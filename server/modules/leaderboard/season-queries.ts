import { sql } from 'kysely'
import type { Economy } from '#rules/economy.ts'
import { badgeRank } from '#rules/season-prize.ts'
import { seasonOf } from '#rules/season.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { ReadDb } from '#server/platform/stale-reads/read-db.ts'

/** A month that is over, frozen. */
export interface SeasonRow {
  month: string
  state: 'review' | 'approved' | 'paid'
  frozenAt: Date
  reviewUntil: Date
  /** As the settings were when it ended. */
  prizes: Economy['seasonPrize']['ranks']
  approvedAt: Date | null
  approvedBy: string | null
  paidAt: Date | null
}

const columns = sql`
  month, state, frozen_at as "frozenAt", review_until as "reviewUntil", prizes, approved_at as "approvedAt",
  approved_by as "approvedBy", paid_at as "paidAt"`

export async function findSeason(db: ReadDb, month: string): Promise<SeasonRow | undefined> {
  return (await sql<SeasonRow>`select ${columns} from season where month = ${month}`.execute(db)).rows[0]
}

/** The season, locked until the transaction ends. */
export async function lockSeason(tx: Tx, month: string): Promise<SeasonRow | undefined> {
  const { rows } = await sql<SeasonRow>`
    select ${columns} from season where month = ${month} for update`.execute(tx)
  return rows[0]
}

/** Seasons that are over, newest first, before one. */
export async function pastSeasons(db: ReadDb, limit: number, before?: string): Promise<SeasonRow[]> {
  const further = before === undefined ? sql`` : sql`where month < ${before}`
  const { rows } = await sql<SeasonRow>`
    select ${columns} from season ${further} order by month desc limit ${limit}`.execute(db)
  return rows
}

/** How many places of a season are worth something. */
export function placesOfWorth({ prizes }: Pick<SeasonRow, 'prizes'>): number {
  return Math.max(badgeRank, prizes.at(-1)?.toRank ?? 0)
}

/** A place in a frozen ranking, as an operator sees it. */
export interface FrozenPlace {
  rank: number
  party: string
  value: number
  /** Null of a member who left. */
  uid: string | null
  name: string | null
  state: 'active' | 'disabled' | 'deleted' | null
}

/**
 * The first places of a month's ranking by points, closed up behind those that were taken out. `withBanned` has those in
 * their places who were banned before it was frozen, and whom no review took out.
 */
export async function firstPlaces(
  db: Db,
  { startsAt, limit, withBanned = false }: { startsAt: Date; limit: number; withBanned?: boolean },
): Promise<FrozenPlace[]> {
  const { rows } = await sql<FrozenPlace>`
    select row_number() over (order by -s.value, s.reached_seq)::int as rank, s.party, s.value, m.uid,
           m.display_name as name, m.state
    from (
      select s.party, s.value, s.reached_seq
      from leaderboard_standing s
      where s.board = (select b.id from leaderboard_board b
                       where b.metric = 'points' and b.span = 'month' and b.starts_at = ${startsAt})
        and s.value > 0 and (not s.is_excluded or ${withBanned} and not leaderboard_is_out(${seasonOf(startsAt)}, s.party)
          and exists (select from member b where b.party = s.party and b.state = 'disabled'))
      order by -s.value, s.reached_seq limit ${limit}
    ) s
    left join member m on m.party = s.party
    order by 1`.execute(db)
  return rows
}

/** What a review decides of a member. */
export interface SeasonDecision {
  month: string
  startsAt: Date
  party: string
  isOut: boolean
  reason: string
  author: string
  at: Date
}

/**
 * Takes a member out of every frozen ranking of a month, or lets them in again, with why; answers whether their rank
 * changed on any. One who is banned stays without a rank.
 */
export async function insertDecision(tx: Tx, of: SeasonDecision): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean | null }>`
    select bool_or(leaderboard_set_excluded(b.id, ${of.party}, ${of.isOut})) as changed, leaderboard_changed() from leaderboard_board b
    where b.span = 'month' and b.starts_at = ${of.startsAt}`.execute(tx)
  await sql`
    insert into season_exclusion (month, party, is_out, reason, author, at)
    values (${of.month}, ${of.party}, ${of.isOut}, ${of.reason}, ${of.author}, ${of.at})`.execute(tx)
  return rows[0]?.changed ?? false
}

/** Whether a member earned anything that a month ranked, and whether its review took them out. */
export async function seasonStanding(
  db: Db,
  { month, startsAt, party }: { month: string; startsAt: Date; party: string },
): Promise<{ isIn: boolean; isOut: boolean }> {
  const { rows } = await sql<{ isIn: boolean; isOut: boolean }>`
    select exists (
        select from leaderboard_board b join leaderboard_standing s on s.board = b.id and s.party = ${party} and s.value > 0
        where b.span = 'month' and b.starts_at = ${startsAt}) as "isIn",
      leaderboard_is_out(${month}, ${party}) as "isOut"`.execute(db)
  return rows[0]!
}
