import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { distribution, distributionFaults } from './distribution.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** What is found after a statement, which is taken back. */
async function after(statement: string, tables = distribution): Promise<string[]> {
  await client.query('begin')
  try {
    await client.query(statement)
    return await distributionFaults(client, tables)
  } finally {
    await client.query('rollback')
  }
}

test('the ledger could be spread: keys, references and triggers stay with a party, but for those that are listed', async () => {
  expect(await distributionFaults(client)).toEqual([])
})

test('a unique key without the column is found', async () => {
  expect(await after('create unique index one_kind on hold (account_id, id)')).toEqual([
    'one_kind (account_id, id) lacks party',
  ])
  expect(await after('create unique index one_scope on ledger_key (scope) include (idem)')).toEqual([
    'one_scope (scope) lacks idem',
  ])
})

test('a reference between servers is found, also of a table that nobody named', async () => {
  const unique = 'alter table award add constraint of_both unique (program, period, party)'
  expect(
    await after(`${unique}; alter table lot_use add constraint wrong_way
      foreign key (party, txn_id, txn_id) references award (program, period, party)`),
  ).toEqual(['wrong_way: lot_use (party, txn_id, txn_id) may refer to a row of award on another server'])
  expect(
    await after(`create table receipt (party text, txn_id text, constraint receipt_txn
      foreign key (txn_id, party) references txn (id, party))`),
  ).toEqual(['receipt_txn: receipt refers to txn and is not spread'])
})

test('a trigger that asks other servers is found, and one of the list that asks none any more', async () => {
  const trigger = (body: string) => `
    create function asks() returns trigger language plpgsql as $$ begin ${body} return null; end $$;
    create trigger asks after insert on hold for each row execute function asks()`
  expect(await after(trigger('perform from txn t where t.id = new.idem;'))).toEqual([
    'asks, a trigger of hold, asks txn on other servers',
  ])
  expect(await after(trigger('perform from txn t where t.id = new.idem and t.party = new.party;'))).toEqual(
    [],
  )
  expect(await after(trigger('perform from account_code c where c.code = new.scope;'))).toEqual([])
  expect(
    await after(`create or replace function ledger_check_posted() returns trigger language plpgsql as $$
      begin return null; end $$`),
  ).toEqual(['ledger_check_posted stays on its server and is listed not to'])
})

test('a column that is missing or may be null is found, and an identity of another type', async () => {
  const tables = { ...distribution, ledger_key: { by: 'home' }, webhook_delivery: { by: 'last_error' } }
  const found = await after('alter table hold add n integer generated always as identity', tables)
  expect(found).toEqual(
    expect.arrayContaining([
      'hold.n is an identity and no bigint',
      'ledger_key has no column home to be spread by',
    ]),
  )
})
