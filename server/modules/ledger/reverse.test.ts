import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { housePayout, memberAvailable, memberPending, move, newParty } from './accounts.ts'
import { fund, fundedCampaign, inTransaction, outcomes, postedOf, postLines } from './ledger.fixture.ts'
import { reconcile } from './reconcile.ts'
import { reverse } from './reverse.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  expect((await reconcile(database.db)).clean).toBe(true)
  await database.drop()
})

const undo = async (txnId: string, idem: string) =>
  await inTransaction(database.db, (tx) => reverse(tx, { txnId, kind: 'undo', scope: 'undo', idem }))

test('adds the mirror image and names what it reverses', async () => {
  const { db } = database
  const budget = await fundedCampaign(db, 500)
  const pending = memberPending(newParty())
  const earning = await postLines(db, move(budget, pending, 80))
  const reversal = await undo(earning.txnId, 'refund 1')
  expect(await postedOf(db, budget)).toBe(500)
  expect(await postedOf(db, pending)).toBe(0)
  const { rows } = await sql`select distinct reverses, kind from txn where id = ${reversal.txnId}`.execute(db)
  expect(rows).toEqual([{ reverses: earning.txnId, kind: 'undo' }])
})

test('twenty reversals at once reverse once; the same key answers the same reversal', async () => {
  const { db } = database
  const account = memberAvailable(newParty())
  const { txnId } = await fund(db, account, 30)
  const { succeeded, refused } = await outcomes(
    Array.from({ length: 20 }, (_, index) => undo(txnId, `${txnId} ${index}`)),
  )
  expect(succeeded).toBe(1)
  expect(new Set(refused)).toEqual(new Set(['already_reversed']))
  expect(await postedOf(db, account)).toBe(0)

  const other = await fund(db, account, 30)
  const results = await Promise.all(Array.from({ length: 20 }, () => undo(other.txnId, other.txnId)))
  expect(results.filter((result) => !result.replayed)).toHaveLength(1)
  expect(await postedOf(db, account)).toBe(0)
})

test('refuses when what was paid is no longer there', async () => {
  const { db } = database
  const account = memberAvailable(newParty())
  const { txnId } = await fund(db, account, 30)
  await postLines(db, move(account, housePayout('CREL'), 1))
  await expect(undo(txnId, 'spent')).rejects.toMatchObject({ code: 'insufficient_funds' })
  expect(await postedOf(db, account)).toBe(29)
})

test('refuses a reversal of a reversal, an unknown transaction and a key of another request', async () => {
  const { db } = database
  const first = await fund(db, memberAvailable(newParty()), 30)
  const second = await fund(db, memberAvailable(newParty()), 30)
  const reversal = await undo(first.txnId, 'once')
  await expect(undo(reversal.txnId, 'twice')).rejects.toMatchObject({ code: 'not_reversible' })
  await expect(undo(`txn_${'0'.repeat(32)}`, 'unknown')).rejects.toMatchObject({
    code: 'transaction_unknown',
  })
  await expect(undo(second.txnId, 'once')).rejects.toMatchObject({ code: 'idempotency_mismatch' })
})
