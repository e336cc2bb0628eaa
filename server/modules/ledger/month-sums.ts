import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { AccountCode } from './accounts.ts'
import type { StatementQuery } from './ledger-queries.ts'

/**
 * What each of some months, `YYYY-MM` of a time zone, added to one of a party's accounts: whole months, with only the
 * entries that a statement with the same filter lists. A month without entries is absent.
 */
export async function monthSums(
  db: Db,
  {
    party,
    code,
    kind,
    since,
    until,
    zone,
    months,
  }: Pick<StatementQuery, 'party' | 'kind' | 'since' | 'until'> & {
    code: AccountCode
    zone: string
    months: string[]
  },
): Promise<{ month: string; amount: number }[]> {
  if (months.length === 0) return []
  const ofKind = kind === undefined ? sql`` : sql`and e.kind = ${kind}`
  const { rows } = await sql<{ month: string; amount: number }>`
    select to_char(t.effective_at at time zone ${zone}, 'YYYY-MM') as month, sum(e.amount)::bigint as amount
    from account a join entry e on e.account_id = a.id ${ofKind} join txn t on t.id = e.txn_id
    where a.party = ${party} and a.code = ${code}
      and t.effective_at >= coalesce(${since ?? null}, '-infinity'::timestamptz)
      and t.effective_at < coalesce(${until ?? null}, 'infinity'::timestamptz)
      and to_char(t.effective_at at time zone ${zone}, 'YYYY-MM') = any (${months})
    group by 1 order by 1 desc`.execute(db)
  return rows
}
