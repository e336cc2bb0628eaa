import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

export interface OpenLot {
  id: number
  points: number
  granted: number
  kind: string
  transactionId: string
  earnedAt: Date
  expiresAt: Date
}

/** A member's lots that hold points and have not expired, soonest to expire first. */
export async function openLots(db: Db, party: string, limit: number): Promise<OpenLot[]> {
  const { rows } = await sql<OpenLot>`
    select l.id, l.remaining as points, l.granted, t.kind, l.txn_id as "transactionId",
           t.effective_at as "earnedAt", l.expires_at as "expiresAt"
    from account a
    join point_lot l on l.account_id = a.id and l.remaining > 0 and l.expires_at > crels_now()
    cross join lateral (select t.kind, t.effective_at from txn t where t.id = l.txn_id limit 1) t
    where a.party = ${party} and a.code = 'member.points'
    order by l.expires_at, l.id limit ${limit}`.execute(db)
  return rows
}

export interface LotTotals {
  count: number
  /** Points that expire within the days. */
  expiring: number
  /** The end of those days. */
  until: Date
}

/** How many lots a member has, and how many points expire within some days. */
export async function lotTotals(db: Db, party: string, days: number): Promise<LotTotals> {
  const { rows } = await sql<LotTotals>`
    select count(l.id)::int as count, now.until,
           coalesce(sum(l.remaining) filter (where l.expires_at <= now.until), 0)::bigint as expiring
    from (select crels_now() as at, crels_now() + make_interval(days => ${days}) as until) now
    left join account a on a.party = ${party} and a.code = 'member.points'
    left join point_lot l on l.account_id = a.id and l.remaining > 0 and l.expires_at > now.at
    group by now.until`.execute(db)
  return rows[0]!
}

/** The points of some lots, as they are when they come back. */
export interface ReturningPoints {
  /** Those that can be spent. */
  points: number
  expiredPoints: number
  /** Of those that can be spent; null where there are none. */
  firstExpiresAt: Date | null
  lastExpiresAt: Date | null
}

/**
 * The points that transactions gave back, as of then, or took and would give back now, each with its own expiry, by the
 * transaction's id.
 */
export async function returningPoints(db: Db, txnIds: string[]): Promise<Map<string, ReturningPoints>> {
  if (txnIds.length === 0) return new Map()
  const { rows } = await sql<ReturningPoints & { txnId: string }>`
    select t.id as "txnId",
           coalesce(sum(l.points) filter (where l.expires_at > l.at), 0)::bigint as points,
           coalesce(sum(l.points) filter (where l.expires_at <= l.at), 0)::bigint as "expiredPoints",
           min(l.expires_at) filter (where l.expires_at > l.at) as "firstExpiresAt",
           max(l.expires_at) filter (where l.expires_at > l.at) as "lastExpiresAt"
    from unnest(${txnIds}::text[]) t (id)
    cross join lateral (
      select p.granted as points, p.expires_at, x.effective_at as at
      from point_lot p
      cross join lateral (select effective_at from txn where txn.id = p.txn_id limit 1) x
      where p.txn_id = t.id
      union all
      select u.amount, p.expires_at, crels_now()
      from lot_use u join point_lot p on p.id = u.lot_id and p.party = u.party
      where u.txn_id = t.id
    ) l
    group by t.id`.execute(db)
  return new Map(rows.map(({ txnId, ...points }) => [txnId, points]))
}

export interface DueLot {
  id: number
  party: string
  expiresAt: Date
}

/** Lots that have expired with points in them, the longest ago first, after one that was looked at. */
export async function dueLots(db: Db, after: DueLot | undefined, limit: number): Promise<DueLot[]> {
  const further = after ? sql`and (l.expires_at, l.id) > (${after.expiresAt}, ${after.id})` : sql``
  const { rows } = await sql<DueLot>`
    select l.id, a.party, l.expires_at as "expiresAt"
    from point_lot l join account a on a.id = l.account_id
    where l.remaining > 0 and l.expires_at <= crels_now() ${further}
    order by l.expires_at, l.id limit ${limit}`.execute(db)
  return rows
}

/** What is left in a lot; 0 when it is gone. */
export async function remainingIn(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ remaining: number }>`select remaining from point_lot where id = ${id}`.execute(
    db,
  )
  return rows[0]?.remaining ?? 0
}
