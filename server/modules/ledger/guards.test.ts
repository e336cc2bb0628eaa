import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Db } from '#server/platform/database.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { memberAvailable, memberDebt, houseIssued, move, newParty } from './accounts.ts'
import { fund, inTransaction, postLines, postsInLegs } from './ledger.fixture.ts'
import { reconcile } from './reconcile.ts'

// Everything here bypasses our code: the database alone must refuse it.

let database: TestDatabase
let owner: Db
let txnId: string
const party = newParty()

beforeAll(async () => {
  database = await createTestDatabase()
  owner = openDatabase({ url: database.url, poolSize: 4 })
  txnId = (await fund(owner, memberAvailable(party), 100)).txnId
})
afterAll(async () => {
  expect((await reconcile(owner)).clean).toBe(true)
  await owner.destroy()
  await database.drop()
})

/** Runs statements in one transaction of the given role and commits. */
async function attack(db: Db, ...statements: string[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const statement of statements) await sql.raw(statement).execute(tx)
  })
}

const account = `(select id from account where party = '${party}' and code = 'member.available')`
const issued = `(select id from account where code = 'house.issued' and asset = 'CREL' and stripe = 0)`
const newTxn = (id: string) =>
  `insert into txn (party, id, kind, scope, idem, request_hash, effective_at) values ('house', '${id}', 'x', 'x', '${id}', 'x', now())`
const newEntry = (id: string, line: number, accountId: string, amount: number) =>
  `insert into entry (party, txn_id, line, account_id, asset, kind, amount, balance_after, account_version)
   select 'house', '${id}', ${line}, a.id, a.asset, 'x', ${amount}, a.posted, a.version from account a where a.id = ${accountId}`

describe('the owner of the schema', () => {
  test.each(['entry', 'txn', 'lot_use', 'award'])('cannot change, delete or truncate %s', async (table) => {
    const column = table === 'lot_use' || table === 'entry' ? 'line = line' : 'txn_id = txn_id'
    const change = `update ${table} set ${table === 'txn' ? 'kind = kind' : column}`
    await expect(attack(owner, change)).rejects.toMatchObject({ code: 'LG013' })
    await expect(attack(owner, `delete from ${table}`)).rejects.toMatchObject({ code: 'LG013' })
    await expect(attack(owner, `truncate ${table} cascade`)).rejects.toMatchObject({ code: 'LG013' })
  })

  test.each([
    ['account', 'LG013'],
    ['hold', 'LG013'],
    ['point_lot', 'LG013'],
    ['asset', '23503'],
    ['account_code', '23503'],
  ])('cannot empty %s', async (table, code) => {
    await expect(attack(owner, `truncate ${table} cascade`)).rejects.toMatchObject({ code: 'LG013' })
    await expect(attack(owner, `delete from ${table}`)).rejects.toMatchObject({ code })
  })

  test('cannot add entries to a committed transaction, balanced or not', async () => {
    const late = attack(
      owner,
      `update account set posted = posted + 5, version = version + 1 where id = ${account}`,
      `update account set posted = posted - 5, version = version + 1 where id = ${issued}`,
      `insert into entry (party, txn_id, line, account_id, asset, kind, amount, balance_after, account_version)
       select (select max(party) from txn where id = '${txnId}'), '${txnId}', 10 + a.id, a.id, a.asset, 'x', case when a.id = ${account} then 5 else -5 end, a.posted, a.version
       from account a where a.id in (${account}, ${issued})`,
    )
    await expect(late).rejects.toMatchObject({ code: 'LG012' })
    const uneven = attack(
      owner,
      `update account set posted = posted + 5, version = version + 1 where id = ${account}`,
      newEntry(txnId, 9, account, 5).replace("'house'", `(select max(party) from txn where id = '${txnId}')`),
    )
    await expect(uneven).rejects.toMatchObject({ code: 'LG004' })
  })

  test('cannot write a transaction that does not sum to zero', async () => {
    await expect(
      attack(
        owner,
        newTxn('uneven'),
        `update account set posted = posted + 5, version = version + 1 where id = ${account}`,
        newEntry('uneven', 1, account, 5),
      ),
    ).rejects.toMatchObject({ code: 'LG004' })
  })

  test('cannot commit a transaction without entries', async () => {
    await expect(attack(owner, newTxn('empty'))).rejects.toMatchObject({ code: 'LG014' })
  })

  test('cannot write entries that the accounts do not show', async () => {
    const pair = `insert into entry (party, txn_id, line, account_id, asset, kind, amount, balance_after, account_version)
      select 'house', 'silent', row_number() over (), a.id, a.asset, 'x', case when a.id = ${account} then 5 else -5 end,
             a.posted + 5, a.version + 1
      from account a where a.id in (${account}, ${issued})`
    await expect(attack(owner, newTxn('silent'), pair)).rejects.toMatchObject({ code: 'LG016' })
  })

  test('cannot move a balance without an entry, nor open an account with one', async () => {
    await expect(
      attack(owner, `update account set posted = posted + 1 where id = ${account}`),
    ).rejects.toMatchObject({
      code: 'LG016',
    })
    await expect(
      attack(
        owner,
        `insert into account (party, code, asset, posted) values ('${newParty()}', 'member.pending', 'CREL', 9)`,
      ),
    ).rejects.toMatchObject({ code: 'LG016' })
  })

  test('cannot change what is reserved without a hold', async () => {
    await expect(
      attack(owner, `update account set reserved = reserved + 1 where id = ${account}`),
    ).rejects.toMatchObject({
      code: 'LG016',
    })
  })

  test('cannot take an account below its floor, close a full one or overpay a debt', async () => {
    const constraint = async (statement: string, name: string) =>
      await expect(attack(owner, statement)).rejects.toMatchObject({ constraint: name })
    await constraint(`update account set posted = -1 where id = ${account}`, 'account_floor')
    await constraint(`update account set reserved = 101 where id = ${account}`, 'account_floor')
    await constraint(`update account set closed_at = now() where id = ${account}`, 'account_closed_empty')
    await expect(postLines(owner, move(houseIssued, memberDebt(party), 1))).rejects.toMatchObject({
      code: 'debt_overpaid',
    })
  })

  test('cannot use an account version twice or mix assets', async () => {
    const twice = `insert into entry (party, txn_id, line, account_id, asset, kind, amount, balance_after, account_version)
      select 'house', 'twice', row_number() over (), e.account_id, e.asset, 'x', e.amount, e.balance_after, e.account_version
      from entry e where e.txn_id = '${txnId}'`
    // In legs an account's entries have its party, and the key says so first.
    const code = (await postsInLegs(owner)) ? '23505' : 'LG016'
    await expect(attack(owner, newTxn('twice'), twice)).rejects.toMatchObject({ code })
    const mixed = `insert into entry (party, txn_id, line, account_id, asset, kind, amount, balance_after, account_version)
      values ('house', 'mixed', 1, ${account}, 'PTS', 'x', 5, 105, 2), ('house', 'mixed', 2, ${account}, 'PTS', 'x', -5, 100, 3)`
    await expect(
      attack(owner, newTxn('mixed'), `update account set version = 3 where id = ${account}`, mixed),
    ).rejects.toMatchObject({ code: 'LG016' })
  })
})

describe('the role crels_app', () => {
  const tables = [
    'asset',
    'account_code',
    'account',
    'ledger_key',
    'txn',
    'entry',
    'hold',
    'point_lot',
    'lot_use',
    'award',
  ]

  test('is the role the product works under', async () => {
    const { rows } = await sql`select current_user as role`.execute(database.db)
    expect(rows).toEqual([{ role: 'crels_app' }])
  })

  test.each(tables)('reads %s and cannot write it', async (table) => {
    const rights = async (right: string) => {
      const { rows } = await sql<{ has: boolean }>`
        select has_table_privilege('crels_app', ${table}, ${right}) as has`.execute(owner)
      return rows[0]!.has
    }
    expect(await rights('select')).toBe(true)
    for (const right of ['insert', 'update', 'delete', 'truncate', 'trigger', 'references'])
      expect(`${right} ${await rights(right)}`).toBe(`${right} false`)
  })

  test.each([
    ['a balance', `update account set posted = posted + 1`],
    ['a floor', `update account set floor = null`],
    ['an entry', newEntry('x', 1, account, 5)],
    ['a transaction', newTxn('x')],
    ['the inner writer', `select ledger_write('k', 's', 'i', 'h', null, '[]', null, null, null)`],
    ['the lots', `select ledger_move_lots('x', null, '[]', null)`],
    ['the opener', `select ledger_open('[]')`],
    ['the way of posting', `create table public.ledger_legs ()`],
  ])('is refused %s', async (_, statement) => {
    await expect(attack(database.db, statement)).rejects.toMatchObject({ code: '42501' })
  })

  test('may call exactly the functions granted to it', async () => {
    const { rows } = await sql<{ name: string }>`
      select p.proname as name from pg_proc p
      where p.proname like 'ledger\\_%' and has_function_privilege('crels_app', p.oid, 'execute') order by 1
    `.execute(owner)
    expect(rows.map((row) => row.name)).toEqual([
      'ledger_close_party',
      'ledger_expire_holds',
      'ledger_grant_award',
      'ledger_lock',
      'ledger_place_hold',
      'ledger_post',
      'ledger_release_hold',
      'ledger_reverse',
    ])
  })
})
