import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { AccountCode, Asset } from './accounts.ts'

/** Between the parts of a ledger in legs; of one asset they come to zero, and no fact is about them. */
/** Whether an account is one that people see: those between servers of a distributed ledger are not. */
export const isNoClearing = (code: RawBuilder<unknown>) => sql`${code} not like '%.clearing'`

/** The balances of a kind of account together. */
export interface CodeBalance {
  asset: Asset
  code: AccountCode
  accounts: number
  posted: number
  reserved: number
}

/** Every kind of account with the sum of its balances; those of one asset come to zero. */
export async function trialBalance(db: Db): Promise<CodeBalance[]> {
  const { rows } = await sql<CodeBalance>`
    select c.asset, c.code, count(a.id)::int as accounts, coalesce(sum(a.posted), 0)::bigint as posted,
      coalesce(sum(a.reserved), 0)::bigint as reserved
    from account_code c left join account a on a.code = c.code and a.asset = c.asset
    where ${isNoClearing(sql`c.code`)}
    group by c.asset, c.code order by c.asset, c.code`.execute(db)
  return rows
}

export interface AccountRow {
  id: number
  party: string
  code: AccountCode
  asset: Asset
  stripe: number
  posted: number
  reserved: number
  /** How many entries it has. */
  entries: number
  openedAt: Date
}

const columns = sql`id, party, code, asset, stripe, posted, reserved, version as entries, opened_at as "openedAt"`

/** Accounts by their number, of a kind, of one party, or all; `after` is the last one of the page before. */
export async function listAccounts(
  db: Db,
  query: {
    code?: AccountCode | undefined
    asset?: Asset | undefined
    party?: string | undefined
    after: number
    limit: number
  },
): Promise<AccountRow[]> {
  const { code, asset, party, after, limit } = query
  const { rows } = await sql<AccountRow>`
    select ${columns} from account
    where id > ${after} and ${isNoClearing(sql`code`)} ${code === undefined ? sql`` : sql`and code = ${code}`}
      ${asset === undefined ? sql`` : sql`and asset = ${asset}`}
      ${party === undefined ? sql`` : sql`and party = ${party}`}
    order by id limit ${limit}`.execute(db)
  return rows
}

export async function accountById(db: Db, id: number): Promise<AccountRow | undefined> {
  return (await sql<AccountRow>`select ${columns} from account where id = ${id}`.execute(db)).rows[0]
}

export interface AccountEntry {
  seq: number
  transactionId: string
  kind: string
  scope: string
  /** The id of the fact that it was posted for. */
  source: string
  amount: number
  balanceAfter: number
  effectiveAt: Date
}

/** Entries of an account, the newest first; `before` is the last one of the page before. */
export async function accountEntries(
  db: Db,
  { accountId, before, limit }: { accountId: number; before: number | null; limit: number },
): Promise<AccountEntry[]> {
  const { rows } = await sql<AccountEntry>`
    select e.seq, e.txn_id as "transactionId", e.kind, t.scope, t.idem as source, e.amount,
      e.balance_after as "balanceAfter", t.effective_at as "effectiveAt"
    from entry e join txn t on t.id = e.txn_id and t.party = e.party
    where e.account_id = ${accountId} ${before === null ? sql`` : sql`and e.seq < ${before}`}
    order by e.seq desc limit ${limit}`.execute(db)
  return rows
}

export interface TransactionRow {
  id: string
  kind: string
  scope: string
  source: string
  effectiveAt: Date
  createdAt: Date
  reverses: string | null
  reversedBy: string | null
}

export interface TransactionLine extends Pick<AccountRow, 'party' | 'code' | 'asset'> {
  accountId: number
  amount: number
  balanceAfter: number
}

/** A transaction with its lines; undefined where there is none. */
export async function transactionById(
  db: Db,
  id: string,
): Promise<(TransactionRow & { lines: TransactionLine[] }) | undefined> {
  const { rows } = await sql<TransactionRow>`
    select t.id, t.kind, t.scope, t.idem as source, t.effective_at as "effectiveAt", t.created_at as "createdAt",
      t.reverses, (select r.id from txn r where r.reverses = t.id limit 1) as "reversedBy"
    from txn t where t.id = ${id}`.execute(db)
  if (!rows[0]) return undefined
  const { rows: lines } = await sql<TransactionLine>`
    select a.id as "accountId", a.code, a.asset, a.party, e.amount, e.balance_after as "balanceAfter"
    from entry e join account a on a.id = e.account_id
    where e.txn_id = ${id} and ${isNoClearing(sql`a.code`)} order by e.line`.execute(db)
  return { ...rows[0], lines }
}

/** The transactions that granted lots of points, by lot; a lot that is not there is absent. */
export async function grantsOfLots(db: Db, lots: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; transactionId: string }>`
    select id, txn_id as "transactionId" from point_lot where id = any (${[...lots]}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, transactionId }) => [id, transactionId]))
}
