import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import type { Page } from '#contracts/paging.ts'
import type { Db } from '#server/platform/database.ts'
import { decodeCursor, pageOf } from '#server/platform/http/cursor.ts'
import type { AccountCode } from './accounts.ts'
import { keepsPlan } from '#server/platform/prepared-statements.ts'

export interface Balances {
  /** Crels the member may spend or redeem now: holds are deducted. */
  available: number
  pending: number
  reserved: number
  /** Crels owed, as a positive number. */
  debt: number
  /** Points that have not expired. */
  points: number
}

/** What of an account `a` of points has not expired. */
const unexpired = sql`
  a.posted - (
    -- Expired and not yet swept; no rows, most of the time.
    select coalesce(sum(l.remaining), 0) from point_lot l
    where l.account_id = a.id and l.remaining > 0 and l.expires_at <= crels_now())`

/** A party's points that have not expired, as a column of a statement that reads more beside them. */
export function pointsColumn(party: string): RawBuilder<number> {
  return sql`
    (select coalesce(sum(${unexpired}), 0)::bigint from account a
     where a.party = ${party} and a.code = 'member.points')`
}

/** A party's balances, all from one moment; zeros for a party without accounts. */
export async function balances(db: Db, party: string): Promise<Balances> {
  const { rows } = await sql<Balances>`
    select coalesce(sum(a.posted - a.reserved) filter (where a.code = 'member.available'), 0)::bigint as available,
           coalesce(sum(a.posted) filter (where a.code = 'member.pending'), 0)::bigint as pending,
           coalesce(sum(a.reserved) filter (where a.code = 'member.available'), 0)::bigint as reserved,
           coalesce(-sum(a.posted) filter (where a.code = 'member.debt'), 0)::bigint as debt,
           coalesce(sum(${unexpired}) filter (where a.code = 'member.points'), 0)::bigint as points
    from account a
    where a.party = ${party} ${keepsPlan}`.execute(db)
  return rows[0]!
}

/**
 * What posts of one scope put into an account of a party, by their `idem`; one that put nothing there is absent. Found by
 * the posts' keys.
 */
export async function amountsPutInto(
  db: Db,
  { party, code }: { party: string; code: AccountCode },
  { scope, idems }: { scope: string; idems: readonly string[] },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ idem: string; amount: number }>`
    select t.idem, sum(e.amount)::bigint as amount
    from txn t join entry e on e.txn_id = t.id and e.party = t.party join account a on a.id = e.account_id
    where t.scope = ${scope} and t.idem = any (${idems}) and t.party = ${party}
      and a.party = ${party} and a.code = ${code} and e.amount > 0
    group by t.idem`.execute(db)
  return new Map(rows.map(({ idem, amount }) => [idem, amount]))
}

/** What is left of campaigns' budgets, in crels; a campaign that was never topped up is absent. */
export async function budgetsLeft(db: Db, campaignIds: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ party: string; left: number }>`
    select a.party, a.posted - a.reserved as left from account a
    where a.party = any (${campaignIds}) and a.code = 'campaign.budget' and a.asset = 'CREL'
    ${keepsPlan}`.execute(db)
  return new Map(rows.map((row) => [row.party, row.left]))
}

/** In another query: what is left of the budget of the campaign it names, in crels; 0 for one never topped up. */
export function budgetLeftOf(campaignId: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`coalesce((
    select a.posted - a.reserved from account a
    where a.party = ${campaignId} and a.code = 'campaign.budget' and a.asset = 'CREL'), 0)`
}

/** What is left of one campaign's budget, in crels. */
export async function budgetLeft(db: Db, campaignId: string): Promise<number> {
  return (await budgetsLeft(db, [campaignId])).get(campaignId) ?? 0
}

/** What of one campaign's budget is reserved, in crels. */
export async function budgetReserved(db: Db, campaignId: string): Promise<number> {
  const { rows } = await sql<{ reserved: number }>`
    select coalesce(sum(a.reserved), 0)::bigint as reserved from account a
    where a.party = ${campaignId} and a.code = 'campaign.budget' and a.asset = 'CREL'`.execute(db)
  return rows[0]!.reserved
}

/** A version for each party, which changes with every entry and every hold; parties without accounts are absent. */
export async function balanceVersions(db: Db, parties: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ party: string; version: string }>`
    select party, sum(version) || '.' || sum(reserved) as version from account
    where party = any (${parties}) group by party`.execute(db)
  return new Map(rows.map(({ party, version }) => [party, version]))
}

export interface StatementQuery {
  party: string
  /** Which of the party's accounts, together in one list. */
  codes: AccountCode[]
  limit: number
  /** `nextCursor` of the page before. */
  cursor?: string
  /** Only transactions of this kind. */
  kind?: string
  /** Only what took effect from a moment on, and before another. */
  since?: Date
  until?: Date
}

export interface StatementEntry {
  /** Orders entries, and names one in a list. */
  seq: number
  txnId: string
  kind: string
  /** The fact's identity, as it was posted. */
  scope: string
  idem: string
  /** The transaction this one corrects. */
  reverses: string | null
  code: AccountCode
  /** Signed, in whole units. */
  amount: number
  /** The balance of this entry's account after it. */
  balanceAfter: number
  effectiveAt: Date
}

/** One page of a party's entries, newest first, each with the running balance of its account. */
export async function statement(db: Db, query: StatementQuery): Promise<Page<StatementEntry>> {
  const { rows } = await statementSql(query).execute(db)
  return pageOf(rows, query.limit, (last) => last.seq)
}

/** Where a page ended: the number of its last entry. */
const place = z.int().check(z.positive())

/** The statement's one query, apart so that its plan can be tested. */
export function statementSql({ party, codes, limit, cursor, kind, since, until }: StatementQuery) {
  const before = cursor === undefined ? null : decodeCursor(place, cursor)
  const ofKind = kind === undefined ? sql`` : sql`and e.kind = ${kind}`
  // The entries of one account are read until the page is full: a member's own, and only for a filter by date.
  const between =
    since || until
      ? sql`and exists (
          select from txn d
          where d.id = e.txn_id and d.party = e.party and d.effective_at >= coalesce(${since ?? null}, '-infinity'::timestamptz)
            and d.effective_at < coalesce(${until ?? null}, 'infinity'::timestamptz))`
      : sql``
  // One index range an account, each cut at the page's length before they are merged.
  return sql<StatementEntry>`
    select e.seq, e.txn_id as "txnId", e.kind, t.scope, t.idem, t.reverses, a.code, e.amount,
           e.balance_after as "balanceAfter", t.effective_at as "effectiveAt"
    from account a
    cross join lateral (
      select e.* from entry e
      where e.account_id = a.id and e.seq < coalesce(${before}, 9223372036854775807) ${ofKind} ${between}
      order by e.seq desc limit ${limit + 1}
    ) e
    join txn t on t.id = e.txn_id and t.party = e.party
    where a.party = ${party} and a.code = any (${codes})
    order by e.seq desc
    limit ${limit + 1}
  `
}

/** The available and pending crels of all members. */
export async function crelsOfMembers(db: Db): Promise<number> {
  const { rows } = await sql<{ crels: number }>`
    select coalesce(sum(posted), 0)::bigint as crels from account
    where code in ('member.available', 'member.pending') and asset = 'CREL'`.execute(db)
  return rows[0]!.crels
}
