import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { AccountCode } from './accounts.ts'
import type { StatementQuery } from './ledger-queries.ts'

/**
 * What each of some months, `YYYY-MM` of a time zone, added to one of a party's accounts: whole months, with only the
 * entries that a statement with the same filter lists. A month without entries is absent.
 */
export async function monthSums(db: Db, query: MonthsQuery): Promise<{ month: string; amount: number }[]> {
  if (query.months.length === 0) return []
  return (await monthSumsSql(query).execute(db)).rows
}

export type MonthsQuery = Pick<StatementQuery, 'party' | 'kind' | 'since' | 'until'> & {
  code: AccountCode
  zone: string
  months: string[]
}

/**
 * Its one query, apart so that its plan can be tested. Nothing takes effect after it was written, and an account's
 * entries are written in the order of their versions: those from before the first month are found by halving, and not
 * read. A day is allowed for clocks that were set back. Of 100,000 entries the newest month is read in milliseconds.
 */
export function monthSumsSql({ party, code, kind, since, until, zone, months }: MonthsQuery) {
  const first = `${months.toSorted()[0]}-01`
  const ofKind = kind === undefined ? sql`` : sql`and e.kind = ${kind}`
  return sql<{ month: string; amount: number }>`
    with recursive halved as (
      select a.id, 1::bigint as low, a.version + 1 as high from account a where a.party = ${party} and a.code = ${code}
      union all
      select h.id, case when w.is_before then m.version + 1 else h.low end, case when w.is_before then h.high else m.version end
      from halved h
      cross join lateral (select (h.low + h.high) / 2 as version) m
      cross join lateral (
        select t.created_at < ${first}::timestamp at time zone ${zone} - interval '1 day' as is_before
        from entry e join txn t on t.id = e.txn_id and t.party = e.party
        where e.account_id = h.id and e.account_version = m.version) w
      where h.low < h.high
    ), since as materialized (
      -- Found first: sought beside each entry, it is every pair of them.
      select h.id, e.seq from halved h join entry e on e.account_id = h.id and e.account_version = h.low
      where h.low = h.high
    )
    select to_char(t.effective_at at time zone ${zone}, 'YYYY-MM') as month, sum(e.amount)::bigint as amount
    from since s join entry e on e.account_id = s.id and e.seq >= s.seq ${ofKind}
    -- Of these entries alone: a hash join reads the whole ledger's.
    cross join lateral (select t.effective_at from txn t where t.id = e.txn_id and t.party = e.party offset 0) t
    where t.effective_at >= coalesce(${since ?? null}, '-infinity'::timestamptz)
      and t.effective_at < coalesce(${until ?? null}, 'infinity'::timestamptz)
      and to_char(t.effective_at at time zone ${zone}, 'YYYY-MM') = any (${months})
    group by 1 order by 1 desc`
}
