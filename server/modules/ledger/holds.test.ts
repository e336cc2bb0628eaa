import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { houseIssued, housePayout, memberAvailable, memberPoints, move, newParty } from './accounts.ts'
import { captureHold, expireHolds, placeHold, releaseHold } from './holds.ts'
import { fund, fundedMember, inTransaction, outcomes, postLines } from './ledger.fixture.ts'
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

const hold = async (party: string, amount: number, idem: string = randomUUID(), expiresAt?: Date) =>
  await inTransaction(database.db, (tx) =>
    placeHold(tx, { account: memberAvailable(party), amount, scope: 'redemption', idem, expiresAt }),
  )

const capture = async (holdId: string, party: string, amount: number, idem: string = randomUUID()) =>
  await inTransaction(database.db, (tx) =>
    captureHold(tx, {
      holdId,
      kind: 'redemption.paid',
      scope: 'capture',
      idem,
      lines: move(memberAvailable(party), housePayout('CREL'), amount),
    }),
  )

const release = async (holdId: string) => await inTransaction(database.db, (tx) => releaseHold(tx, holdId))

test('crels under a hold stay on the account and cannot be spent or held again', async () => {
  const { db } = database
  const party = newParty()
  const account = await fundedMember(db, party, 100)
  await hold(party, 70)
  expect(await balances(db, party)).toMatchObject({ available: 30, reserved: 70 })
  await expect(postLines(db, move(account, houseIssued, 31))).rejects.toMatchObject({
    code: 'insufficient_funds',
  })
  await expect(hold(party, 31)).rejects.toMatchObject({ code: 'insufficient_funds' })
  await expect(hold(newParty(), 1)).rejects.toMatchObject({ code: 'insufficient_funds' })
})

test('a capture in parts spends the hold, and the rest is released', async () => {
  const { db } = database
  const party = newParty()
  await fundedMember(db, party, 100)
  const { holdId } = await hold(party, 70)
  await capture(holdId, party, 50)
  expect(await balances(db, party)).toMatchObject({ available: 30, reserved: 20 })
  await expect(capture(holdId, party, 21)).rejects.toMatchObject({ code: 'hold_exceeded' })
  expect(await release(holdId)).toBe(true)
  expect(await release(holdId)).toBe(false)
  expect(await balances(db, party)).toMatchObject({ available: 50, reserved: 0 })
  await expect(capture(holdId, party, 1)).rejects.toMatchObject({ code: 'hold_ended' })
})

test('a hold captured whole has ended', async () => {
  const { db } = database
  const party = newParty()
  await fundedMember(db, party, 100)
  const { holdId } = await hold(party, 100)
  const first = await capture(holdId, party, 100, `${holdId} paid`)
  expect(await capture(holdId, party, 100, `${holdId} paid`)).toEqual({
    txnId: first.txnId,
    replayed: true,
  })
  await expect(release(holdId)).rejects.toMatchObject({ code: 'hold_ended' })
  await expect(capture(holdId, party, 1)).rejects.toMatchObject({ code: 'hold_ended' })
  expect(await balances(db, party)).toMatchObject({ available: 0, reserved: 0 })
})

test('placing again with the key answers the same hold; another amount is refused', async () => {
  const { db } = database
  const party = newParty()
  await fundedMember(db, party, 100)
  const results = await Promise.all(Array.from({ length: 20 }, () => hold(party, 60, `${party} r1`)))
  expect(results.filter((result) => !result.replayed)).toHaveLength(1)
  expect(await balances(db, party)).toMatchObject({ available: 40, reserved: 60 })
  await expect(hold(party, 61, `${party} r1`)).rejects.toMatchObject({ code: 'idempotency_mismatch' })
})

test('holds, captures and releases that race never give more than there is', async () => {
  const { db } = database
  const party = newParty()
  await fundedMember(db, party, 100)
  const { succeeded } = await outcomes(Array.from({ length: 30 }, () => hold(party, 9)))
  expect(succeeded).toBe(11)

  const { rows } = await sql<{ id: string }>`
    select h.id from hold h join account a on a.id = h.account_id where a.party = ${party}`.execute(db)
  const ended = await outcomes(rows.flatMap(({ id }) => [capture(id, party, 9), release(id)]))
  expect(ended.succeeded).toBe(11)
  expect(new Set(ended.refused)).toEqual(new Set(['hold_ended']))
  const after = await balances(db, party)
  expect(after.reserved).toBe(0)
  expect((100 - after.available) % 9).toBe(0)
})

test('a hold opposite to transfers of the same accounts does not deadlock', async () => {
  const { db } = database
  const party = newParty()
  const low = await fundedMember(db, newParty(), 1000)
  const high = await fundedMember(db, party, 1000)
  const holds = await Promise.all(Array.from({ length: 20 }, () => hold(party, 10)))
  const attempts = holds.flatMap(({ holdId }) => [
    inTransaction(db, (tx) =>
      captureHold(tx, { holdId, kind: 'x', scope: 'opposite', idem: holdId, lines: move(high, low, 10) }),
    ),
    postLines(db, move(low, high, 10)),
  ])
  expect(await outcomes(attempts)).toEqual({ succeeded: 40, refused: [] })
})

test('refuses a hold of points, and one of zero', async () => {
  const points = memberPoints(newParty())
  const attempt = inTransaction(database.db, (tx) =>
    placeHold(tx, { account: points, amount: 1, scope: 'redemption', idem: 'points' }),
  )
  await expect(attempt).rejects.toMatchObject({ code: 'invalid_lines' })
  await expect(hold(newParty(), 0)).rejects.toMatchObject({ code: 'invalid_lines' })
})

test('a hold ends by itself when its time is over by the domain clock', async () => {
  const { db, url } = database
  const party = newParty()
  await fund(db, memberAvailable(party), 100)
  const tomorrow = new Date(Date.now() + 86_400_000)
  const { holdId } = await hold(party, 40, randomUUID(), tomorrow)
  await hold(party, 5, randomUUID(), tomorrow)
  await hold(party, 10)
  expect(await expireHolds(db)).toBe(0)
  const owner = openDatabase({ url, poolSize: 1 })
  try {
    await shiftClock(owner, '2 days')
    await expect(capture(holdId, party, 1)).rejects.toMatchObject({ code: 'hold_ended' })
    expect(await expireHolds(db, 1)).toBe(2)
    expect(await balances(db, party)).toMatchObject({ available: 90, reserved: 10 })
    await expect(release(holdId)).rejects.toMatchObject({ code: 'hold_ended' })
  } finally {
    await shiftClock(owner, '-2 days')
    await owner.destroy()
  }
})
