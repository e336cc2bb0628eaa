import { sql } from 'kysely'
import { getStatement } from '#contracts/wallet.endpoints.ts'
import { reconcile } from '#server/modules/ledger/public.ts'
import { load } from './load.ts'
import { alternate, type Bench, type Figure, type Measure } from './measure.ts'
import { signInMembers } from './sign-in-members.ts'
import { withSite, type BenchSite } from './site.ts'
import { ratios } from './statistics.ts'

const clients = 4

/** Books as they are after years: 10 million entries, 100 000 of them one member's. Minutes to make, gigabytes. */
export const books: Measure = {
  name: 'books',
  title: 'Statement of a member with 100 000 entries, and reconciliation, in a ledger of 10 million',
  baseline: 'the statement of a member with 20 entries; counting and summing all entries once',
  onlyByName: true,
  run: async (bench) => await withSite(async (site) => await measure(site, bench)),
}

async function measure(site: BenchSite, { quick, say }: Bench): Promise<Figure[]> {
  const transactions = quick ? 250_000 : 5_000_000
  const [many, few] = (await signInMembers(site, 2)) as [Record<string, string>, Record<string, string>]
  // The first call with a bearer makes the member's row.
  for (const headers of [many, few]) await pageAfter(site, headers)
  say(`making ${2 * transactions} entries`)
  await fillBooks(site, transactions)

  const middle = await cursorAfter(site, many, 20)
  const ask = async (headers: Record<string, string>, search: string) =>
    await load({
      origin: site.origin,
      connections: clients,
      status: 200,
      requests: Array.from({ length: quick ? 40 : 400 }, () => ({
        path: `${getStatement.path}?limit=20${search}`,
        headers,
      })),
    })
  const sides = {
    few: async () => await ask(few, ''),
    first: async () => await ask(many, ''),
    deep: async () => await ask(many, `&cursor=${encodeURIComponent(middle)}`),
  }
  await alternate(1, sides)
  say('statements')
  const pages = await alternate(quick ? 1 : 5, sides)
  say('reconciliation')
  const proofs = await alternate(quick ? 1 : 2, {
    counting: async () =>
      await seconds(async () => void (await sql`select count(*), sum(amount) from entry`.execute(site.db))),
    proof: async () =>
      await seconds(async () => {
        const { clean, entries } = await reconcile(site.db)
        if (!clean || entries < 2 * transactions) throw new Error(`${entries} entries, clean: ${clean}`)
      }),
  })

  const p95 = (side: keyof typeof sides) => pages[side].map(({ p95Ms }) => p95Ms)
  return [
    { name: 'first page, p95', unit: 'ms', samples: p95('first') },
    { name: 'page after 2 000 entries, p95', unit: 'ms', samples: p95('deep') },
    { name: 'first page, times that of 20 entries', unit: '×', samples: ratios(p95('first'), p95('few')) },
    { name: 'reconciliation', unit: 's', samples: proofs.proof },
    { name: 'reconciliation, times one count', unit: '×', samples: ratios(proofs.proof, proofs.counting) },
  ]
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const before = performance.now()
  await work()
  return (performance.now() - before) / 1000
}

async function pageAfter(site: BenchSite, headers: Record<string, string>, cursor?: string) {
  const search = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
  const response = await fetch(`${site.origin}${getStatement.path}?limit=100${search}`, { headers })
  return ((await response.json()) as { nextCursor: string }).nextCursor
}

async function cursorAfter(site: BenchSite, headers: Record<string, string>, pages: number): Promise<string> {
  let cursor: string | undefined
  for (let page = 0; page < pages; page += 1) cursor = await pageAfter(site, headers, cursor)
  return cursor!
}

/**
 * Gifts of the house, so that the first member has a fiftieth of them, the second 20, and 50 000 others the rest.
 * Written past the guards, which look at each transaction by itself; the reconciliation proves the whole.
 */
async function fillBooks({ db }: BenchSite, transactions: number): Promise<void> {
  const firstMembers = transactions / 50
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into account (party, code, asset, floor)
      select party, 'member.available', 'CREL', 0 from (
        select party from member union all select 'pty_' || n from generate_series(1, 50000) n) s
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
        else 2 + n % 50000 end`.execute(tx)
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
  await sql`vacuum analyze`.execute(db)
}
