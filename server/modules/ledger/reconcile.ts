import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { inLongSnapshot } from '#server/platform/reconciliation.ts'

/** A promise of the ledger, and the ids of what breaks it. */
export interface Finding {
  check: CheckName
  /** How many break it; zero is as it should be. */
  count: number
  /** The first of them: assets, transaction, account or lot ids. */
  ids: string[]
}

export interface Reconciliation {
  clean: boolean
  accounts: number
  transactions: number
  entries: number
  findings: Finding[]
}

const shown = 20

const isInLegs = sql`to_regclass('public.ledger_legs') is not null`

/** A transaction in legs has a row for each party, and its key names that of its home. */
const isOtherLeg = sql`
  ${isInLegs} and t.opens = 'txn' and exists (
    select from txn h join ledger_key o on (o.scope, o.idem, o.party, o.opens) = (h.scope, h.idem, h.party, 'txn')
    where h.id = t.id and h.scope = t.scope and h.idem = t.idem)`

/** Each query answers the ids of what breaks the promise. */
export const checks = {
  trial_balance: sql<Broken>`
    select a.asset as id from account a group by a.asset having sum(a.posted) <> 0`,
  transactions: sql<Broken>`
    select t.id from txn t left join entry e on e.txn_id = t.id and e.party = t.party
    group by t.id, e.asset having coalesce(sum(e.amount), 0) <> 0 or count(e.line) = 0
    union
    select e.txn_id from entry e where ${isInLegs} group by e.txn_id, e.party, e.asset having sum(e.amount) <> 0`,
  keys: sql<Broken>`
    select coalesce(t.id, k.scope || ' ' || k.idem) as id
    from (
      select t.scope, t.idem, t.party, 'txn' as opens, t.id from txn t
      union all select h.scope, h.idem, h.party, 'hold', h.id from hold h
    ) t
    full join ledger_key k on (k.scope, k.idem, k.party, k.opens) = (t.scope, t.idem, t.party, t.opens)
    where (t.id is null or k.scope is null) and not (${isOtherLeg})`,
  // Only a ledger in legs has clearing accounts: what one party gave to others, these took.
  clearing: sql<Broken>`
    select e.txn_id as id from entry e join account a on a.id = e.account_id and a.party = e.party
    where ${isInLegs} and a.code like '%.clearing' group by e.txn_id, e.asset having sum(e.amount) <> 0`,
  posted: sql<Broken>`
    select a.id::text as id from account a
    left join (select e.account_id, sum(e.amount) as amount from entry e group by 1) s on s.account_id = a.id
    where a.posted <> coalesce(s.amount, 0)`,
  versions: sql<Broken>`
    select a.id::text as id from account a
    left join (select e.account_id, count(*) as n, max(e.account_version) as last from entry e group by 1) s
      on s.account_id = a.id
    where a.version <> coalesce(s.n, 0) or a.version <> coalesce(s.last, 0)`,
  running_balances: sql<Broken>`
    select distinct e.account_id::text as id
    from (
      select e.account_id, e.balance_after,
             sum(e.amount) over (partition by e.account_id order by e.account_version) as expected
      from entry e
    ) e
    where e.balance_after <> e.expected`,
  reserved: sql<Broken>`
    select a.id::text as id from account a
    left join (select h.account_id, sum(h.amount - h.captured) as amount from hold h where h.state = 'open' group by 1) s
      on s.account_id = a.id
    where a.reserved <> coalesce(s.amount, 0)`,
  floors: sql<Broken>`
    select a.id::text as id from account a where a.posted - a.reserved < a.floor`,
  lots: sql<Broken>`
    select a.id::text as id from account a join account_code c on c.code = a.code and c.asset = a.asset
    left join (select l.account_id, sum(l.remaining) as remaining from point_lot l group by 1) s on s.account_id = a.id
    where c.lots and a.posted <> coalesce(s.remaining, 0)`,
  lot_uses: sql<Broken>`
    select l.id::text as id from point_lot l
    left join (select u.lot_id, sum(u.amount) as amount from lot_use u group by 1) s on s.lot_id = l.id
    where l.remaining <> l.granted - coalesce(s.amount, 0)`,
}

export type CheckName = keyof typeof checks

interface Broken {
  id: string
}

/** Checks every promise of the ledger over all its rows, from one snapshot: the proof behind every balance. */
export async function reconcile(db: Db): Promise<Reconciliation> {
  return await inLongSnapshot(db, examine)
}

/** The checks themselves, in a transaction whose snapshot does not move. */
export async function examine(tx: Db): Promise<Reconciliation> {
  const { rows: way } = await sql<{ inLegs: boolean }>`select ${isInLegs} as "inLegs"`.execute(tx)
  // In legs a transaction has a row for each party, and one key.
  const transactions = way[0]!.inLegs ? sql`ledger_key where opens = 'txn'` : sql`txn`
  const { rows } = await sql<Pick<Reconciliation, 'accounts' | 'transactions' | 'entries'>>`
    select (select count(*) from account) as accounts, (select count(*) from ${transactions}) as transactions,
           (select count(*) from entry) as entries
  `.execute(tx)
  const findings: Finding[] = []
  for (const [check, broken] of Object.entries(checks)) {
    const found = await sql<{ count: number; ids: string[] }>`
      select count(*) as count, coalesce((array_agg(b.id order by b.id))[1:${sql.lit(shown)}], '{}') as ids
      from (${broken}) b
    `.execute(tx)
    findings.push({ check: check as CheckName, ...found.rows[0]! })
  }
  return { ...rows[0]!, findings, clean: findings.every((finding) => finding.count === 0) }
}

/** A reconciliation as plain numbers for /metrics: what was read, and how many break each promise. */
export function reconciliationMetrics(result: Reconciliation): Record<string, number> {
  return {
    clean: result.clean ? 1 : 0,
    accounts: result.accounts,
    transactions: result.transactions,
    entries: result.entries,
    ...Object.fromEntries(result.findings.map((finding) => [`broken_${finding.check}`, finding.count])),
  }
}
