import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** A reward that was granted. */
export interface GrantedAward {
  points: number
  /** ISO 8601. */
  at: string
  transactionId: string
}

/** What a member was granted for a period of a program; null when nothing was. */
export async function grantedAward(
  db: Db,
  party: string,
  program: string,
  period: string,
): Promise<GrantedAward | null> {
  const { rows } = await sql<{ points: number; at: Date; transactionId: string }>`
    select e.amount as points, w.granted_at as at, w.txn_id as "transactionId"
    from award w join entry e on e.txn_id = w.txn_id and e.party = w.party and e.amount > 0
    where w.party = ${party} and w.program = ${program} and w.period = ${period}`.execute(db)
  return rows[0] ? { ...rows[0], at: rows[0].at.toISOString() } : null
}

/** When a member was last granted anything of a program; null when never. */
export async function lastAwardAt(db: Db, party: string, program: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(granted_at) as at from award where party = ${party} and program = ${program}`.execute(db)
  return rows[0]!.at
}

/**
 * Points ever granted to a member, or until a time: spending and expiry do not lower it, taking a grant back does.
 */
export async function lifetimePoints(
  db: Db,
  party: string,
  { before }: { before?: Date } = {},
): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    select coalesce(sum(e.amount), 0)::bigint as points
    from award w join entry e on e.txn_id = w.txn_id and e.party = w.party and e.amount > 0
    where w.party = ${party} and not exists (select from txn r where r.reverses = w.txn_id and r.party = w.party)
      ${before ? sql`and w.granted_at < ${before}` : sql``}`.execute(db)
  return rows[0]!.points
}

/** When a member was granted each period of a program. */
export async function awardedPeriods(db: Db, party: string, program: string): Promise<Map<string, Date>> {
  const { rows } = await sql<{ period: string; at: Date }>`
    select period, granted_at as at from award where party = ${party} and program = ${program}`.execute(db)
  return new Map(rows.map(({ period, at }) => [period, at]))
}

/** A grant as the list of them shows it. */
export interface ListedAward {
  transactionId: string
  program: string
  points: number
  at: Date
}

/** One page of a member's grants, newest first: by their transaction's id, which is ordered by time. */
export async function awardsOf(
  db: Db,
  party: string,
  { limit, before }: { limit: number; before?: string },
): Promise<ListedAward[]> {
  const after = before === undefined ? sql`` : sql`and w.txn_id < ${before}`
  const { rows } = await sql<ListedAward>`
    select w.txn_id as "transactionId", w.program, e.amount as points, w.granted_at as at
    from award w join entry e on e.txn_id = w.txn_id and e.party = w.party and e.amount > 0
    where w.party = ${party} ${after} order by w.txn_id desc limit ${limit + 1}`.execute(db)
  return rows
}

/** How many periods of a program a member was granted. */
export async function countAwards(db: Db, party: string, program: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from award where party = ${party} and program = ${program}`.execute(db)
  return rows[0]!.count
}

/** A grant with what it was once per. */
export interface ListedPeriod {
  transactionId: string
  program: string
  period: string
}

/** The grants among some transactions. */
export async function awardsAmong(db: Db, transactionIds: string[]): Promise<ListedPeriod[]> {
  const { rows } = await sql<ListedPeriod>`
    select txn_id as "transactionId", program, period from award where txn_id = any (${transactionIds})`.execute(
    db,
  )
  return rows
}
