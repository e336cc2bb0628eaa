import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Db } from '#server/platform/database.ts'
import { costsWhenLarge } from '#testing/costs-when-large.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { expiringPoints } from '#testing/points.ts'
import { housePoints, memberAvailable, memberPoints, move, newParty } from './accounts.ts'
import { placeHold } from './holds.ts'
import { fundedMember, inTransaction, postLines, postsInLegs } from './ledger.fixture.ts'
import { checks, examine, reconcile, reconciliationMetrics, type CheckName } from './reconcile.ts'

let database: TestDatabase
let owner: Db
let accountId: string
let lotId: string
let txnId: string

beforeAll(async () => {
  database = await createTestDatabase()
  owner = openDatabase({ url: database.url, poolSize: 2 })
  const { db } = database
  const party = newParty()
  await fundedMember(db, party, 100)
  await inTransaction(db, (tx) =>
    placeHold(tx, { account: memberAvailable(party), amount: 40, scope: 'test', idem: 'held' }),
  )
  txnId = (await postLines(db, move(housePoints, expiringPoints(party), 10))).txnId
  await postLines(db, move(memberPoints(party), housePoints, 3))
  const { rows } = await sql<{ id: string; lot: string }>`
    select (select id::text from account where party = ${party} and code = 'member.available') as id,
           (select id::text from point_lot) as lot`.execute(db)
  accountId = rows[0]!.id
  lotId = rows[0]!.lot
})
afterAll(async () => {
  await owner.destroy()
  await database.drop()
})

/** Breaks the ledger as only a superuser with triggers off can, looks, and puts it back. */
async function brokenBy(statement: string): Promise<Partial<Record<CheckName, string[]>>> {
  const undo = new Error('undo')
  let found: Partial<Record<CheckName, string[]>> = {}
  await inTransaction(owner, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(statement).execute(tx)
    const { findings, clean } = await examine(tx)
    expect(clean).toBe(false)
    found = Object.fromEntries(
      findings.filter(({ count }) => count > 0).map(({ check, ids }) => [check, ids]),
    )
    throw undo
  }).catch((error: unknown) => {
    if (error !== undo) throw error
  })
  return found
}

test('of ten million rows of each table none is read for each row of another', async () => {
  const costs = await costsWhenLarge({ databaseUrl: database.url }, checks)
  expect(Object.entries(costs).filter(([, cost]) => cost > 1e11)).toEqual([])
})

test('a ledger in order is clean, and its figures are plain numbers', async () => {
  const result = await reconcile(database.db)
  // In legs each of the two parties has a clearing line beside its own.
  const entries = (await postsInLegs(database.db)) ? 12 : 6
  expect(result).toMatchObject({ clean: true, transactions: 3, entries })
  expect(reconciliationMetrics(result)).toEqual({
    clean: 1,
    accounts: result.accounts,
    transactions: 3,
    entries,
    broken_trial_balance: 0,
    broken_transactions: 0,
    broken_keys: 0,
    broken_clearing: 0,
    broken_posted: 0,
    broken_versions: 0,
    broken_running_balances: 0,
    broken_reserved: 0,
    broken_floors: 0,
    broken_lots: 0,
    broken_lot_uses: 0,
  })
})

test('finds a balance that was changed by hand, by account', async () => {
  expect(await brokenBy(`update account set posted = posted + 1 where id = ${accountId}`)).toEqual({
    trial_balance: ['CREL'],
    posted: [accountId],
  })
})

test('finds an entry that was changed or removed, by transaction', async () => {
  const changed = await brokenBy(
    `update entry set amount = amount + 1 where txn_id = '${txnId}' and line = 2`,
  )
  expect(changed.transactions).toEqual([txnId])
  expect(changed.posted).toHaveLength(1)
  expect(changed.running_balances).toHaveLength(1)
  const removed = await brokenBy(`delete from entry where txn_id = '${txnId}'`)
  expect(new Set(removed.transactions)).toEqual(new Set([txnId]))
  expect(removed.versions).toHaveLength((await postsInLegs(database.db)) ? 4 : 2)
})

test('finds a key without what it opened, and a transaction without its key', async () => {
  expect(await brokenBy(`insert into ledger_key values ('test', 'lone', 'hold', 'house')`)).toEqual({
    keys: ['test lone'],
  })
  const { keys } = await brokenBy(
    `delete from ledger_key where idem in (select idem from txn where id = '${txnId}')`,
  )
  expect(new Set(keys)).toEqual(new Set([txnId]))
})

test('finds holds that do not add up', async () => {
  expect(await brokenBy(`update hold set captured = 1`)).toEqual({ reserved: [accountId] })
  expect(await brokenBy(`update account set version = 7 where id = ${accountId}`)).toEqual({
    versions: [accountId],
  })
})

test('finds lots that are not the balance, and lots that are not what was used', async () => {
  const found = await brokenBy(`update point_lot set remaining = remaining - 1`)
  expect(found.lots).toHaveLength(1)
  expect(found.lot_uses).toEqual([lotId])
})
