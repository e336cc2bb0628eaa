import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { vacuum } from './vacuum.ts'

/**
 * Gifts of the house, so that the first member has a fiftieth of them, the second 20, and up to 50 000 others the rest.
 * Written past the guards, which look at each transaction by itself; the reconciliation proves the whole.
 */
export async function fillBooks(db: Db, transactions: number): Promise<void> {
  const firstMembers = transactions / 50
  const others = Math.min(50_000, transactions)
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into account (party, code, asset, floor)
      select party, 'member.available', 'CREL', 0 from (
        select party from member union all select 'pty_' || n from generate_series(1, ${sql.lit(others)}) n) s
      on conflict do nothing`.execute(tx)
    await sql`
      create temporary table gift on commit drop as
      with receiver as (
        select a.id, row_number() over (order by m.uid is null, m.created_at, a.id) - 1 as place
        from account a left join member m on m.party = a.party where a.code = 'member.available')
      select n, 1 + n % 7 as crels, r.id as account_id
      from generate_series(1, ${sql.lit(transactions)}) n
      join receiver r on r.place = case
        when n <= ${sql.lit(firstMembers)} then 0
        when n <= ${sql.lit(firstMembers)} + 20 then 1
        else 2 + n % ${sql.lit(others)} end`.execute(tx)
    await sql`
      insert into txn (party, id, kind, scope, idem, request_hash, effective_at)
      select a.party, 'txn_' || lpad(n::text, 32, '0'), 'gift', 'bench', n::text, '', now()
      from gift join account a on a.id = gift.account_id order by n`.execute(tx)
    await sql`
      insert into ledger_key (scope, idem, opens, party)
      select 'bench', n::text, 'txn', a.party from gift join account a on a.id = gift.account_id`.execute(tx)
    await sql`
      insert into entry (party, txn_id, line, account_id, asset, kind, amount, balance_after, account_version)
      select home.party, 'txn_' || lpad(n::text, 32, '0'), line, account_id, 'CREL', 'gift', amount,
             sum(amount) over by_account, row_number() over by_account
      from (
        select n, 1 as line, (select id from account where code = 'house.promotion' and asset = 'CREL') as account_id,
               -crels as amount, account_id as home_id from gift
        union all select n, 2, account_id, crels, account_id from gift) lines
      join account home on home.id = lines.home_id
      window by_account as (partition by account_id order by n)
      order by n, line`.execute(tx)
    await sql`
      update account a set posted = s.posted, version = s.version
      from (select account_id, sum(amount) as posted, count(*) as version from entry group by 1) s
      where s.account_id = a.id`.execute(tx)
  })
  await vacuum(db)
}
