import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { memberAvailable, memberPending, move, newParty } from './accounts.ts'
import { placeHoldIfFunded, postIfFunded } from './if-funded.ts'
import { fundedCampaign, fundedMember, inTransaction, outcomes } from './ledger.fixture.ts'
import { balances } from './ledger-queries.ts'
import { reconcile } from './reconcile.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  expect((await reconcile(database.db)).clean).toBe(true)
  await database.drop()
})

const fact = () => ({ kind: 'test', scope: 'if funded', idem: randomUUID() })

test('answers null when there is not enough and leaves the transaction usable', async () => {
  const { db } = database
  const budget = await fundedCampaign(db, 100)
  const party = newParty()
  const spend = (crels: number) => ({ ...fact(), lines: move(budget, memberPending(party), crels) })
  const results = await inTransaction(db, async (tx) => [
    await postIfFunded(tx, spend(60)),
    await postIfFunded(tx, spend(60)),
    await postIfFunded(tx, spend(40)),
  ])
  expect(results.map((posted) => posted?.replayed)).toEqual([false, undefined, false])
  expect((await balances(db, party)).pending).toBe(100)
})

test('a hold that does not fit leaves the transaction usable too', async () => {
  const { db } = database
  const party = newParty()
  await fundedMember(db, party, 50)
  const account = memberAvailable(party)
  const results = await inTransaction(db, async (tx) => [
    await placeHoldIfFunded(tx, { account, amount: 51, scope: 'if funded', idem: `${party} 1` }),
    await placeHoldIfFunded(tx, { account, amount: 50, scope: 'if funded', idem: `${party} 2` }),
  ])
  expect(results.map((held) => held?.replayed)).toEqual([undefined, false])
  expect(await balances(db, party)).toMatchObject({ available: 0, reserved: 50 })
})

test('passes every other refusal on', async () => {
  const lines = [{ ...memberAvailable(newParty()), amount: 5 }]
  const attempt = inTransaction(database.db, (tx) => postIfFunded(tx, { ...fact(), lines }))
  await expect(attempt).rejects.toMatchObject({ code: 'unbalanced' })
})

test('a hundred that race for a budget of ten find exactly ten places', async () => {
  const { db } = database
  const budget = await fundedCampaign(db, 10)
  const parties = Array.from({ length: 100 }, newParty)
  const found: unknown[] = []
  const attempts = parties.map(async (party) => {
    const lines = move(budget, memberPending(party), 1)
    found.push(await inTransaction(db, (tx) => postIfFunded(tx, { ...fact(), lines })))
  })
  expect(await outcomes(attempts)).toEqual({ succeeded: 100, refused: [] })
  expect(found.filter((posted) => posted !== null)).toHaveLength(10)
})
