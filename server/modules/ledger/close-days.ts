import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import type { AccountCode, Asset } from './accounts.ts'

/** The balances of a kind of account at the end of a day. */
export interface ClosedBalance {
  /** `YYYY-MM-DD`, in UTC. */
  day: string
  asset: Asset
  code: AccountCode
  posted: number
}

/**
 * Closes every day that is over and not closed yet, the oldest first, each in a transaction of its own: what the day
 * before closed with, and the entries of transactions that were made on it. The first time it begins with the first
 * transaction. The last day that is over closes with the balances themselves, without what came since: one that a day
 * before missed, as it was committed late or is of the demo's past, is in every day from then on. Answers how many were
 * closed. It runs a quarter of an hour after midnight.
 */
export async function closeLedgerDays(db: Db): Promise<number> {
  for (let closed = 0; ; closed += 1) if (!(await inTransaction(db, closeNextDay))) return closed
}

async function closeNextDay(tx: Tx): Promise<boolean> {
  // Of two workers the second finds the day closed, and goes on with the next.
  await sql`select pg_advisory_xact_lock(hashtext('close ledger days'))`.execute(tx)
  const { rows } = await sql<{ day: string | null; last: string | null }>`
    select coalesce(last + 1, (select min(created_at at time zone 'UTC')::date from txn))::date as day, last
    from (select max(day) as last from ledger_day) closed`.execute(tx)
  const { day, last } = rows[0]!
  if (day === null) return false
  const { rows: over } = await sql<{ daysAgo: number }>`
    select (crels_now() at time zone 'UTC')::date - ${day}::date as "daysAgo"`.execute(tx)
  const { daysAgo } = over[0]!
  if (daysAgo < 1) return false
  const posted =
    daysAgo === 1
      ? sql`
          select c.asset, c.code, coalesce(b.posted, 0) - coalesce(d.amount, 0) as posted from account_code c
          left join (select asset, code, sum(posted)::bigint as posted from account group by asset, code) b
            on b.asset = c.asset and b.code = c.code
          left join (${movedFrom(sql`${day}::date + 1`)}) d on d.asset = c.asset and d.code = c.code`
      : sql`
          select c.asset, c.code, coalesce(b.posted, 0) + coalesce(d.amount, 0) as posted from account_code c
          left join ledger_day b on b.day = ${last}::date and b.asset = c.asset and b.code = c.code
          left join (${movedFrom(sql`${day}::date`, sql`${day}::date + 1`)}) d on d.asset = c.asset and d.code = c.code`
  await sql`
    insert into ledger_day (day, asset, code, posted)
    select ${day}::date, asset, code, posted from (${posted}) closing`.execute(tx)
  return true
}

/**
 * What came to each kind of account by transactions that were made from the beginning of a day (UTC) to that of another.
 */
function movedFrom(day: RawBuilder<unknown>, end?: RawBuilder<unknown>): RawBuilder<unknown> {
  const midnight = (of: RawBuilder<unknown>) => sql`(${of})::timestamp at time zone 'UTC'`
  return sql`
    select a.asset, a.code, sum(e.amount)::bigint as amount
    from txn t join entry e on e.txn_id = t.id and e.party = t.party join account a on a.id = e.account_id
    where t.created_at >= ${midnight(day)} ${end ? sql`and t.created_at < ${midnight(end)}` : sql``}
    group by a.asset, a.code`
}

/** The balances of closed days, the latest first, at most so many days; `before` is the last day of the page before. */
export async function closedDays(
  db: Db,
  { before, days }: { before: string | null; days: number },
): Promise<ClosedBalance[]> {
  const { rows } = await sql<ClosedBalance>`
    select day, asset, code, posted from ledger_day
    where day > coalesce(${before}::date, (select max(day) + 1 from ledger_day)) - ${days + 1}::int
      ${before === null ? sql`` : sql`and day < ${before}::date`}
    order by day desc, asset, code`.execute(db)
  return rows
}
