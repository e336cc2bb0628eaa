import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shiftClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/database.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { inAYear } from '#testing/points.ts'
import { housePoints, memberPoints, move, newParty } from './accounts.ts'
import { grantAward } from './grant-award.ts'
import { inTransaction, postLines } from './ledger.fixture.ts'
import { balances } from './ledger-queries.ts'
import { post } from './post.ts'
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

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

const grant = async (party: string, points: number, period: string, expiresAt: Date = inAYear()) =>
  await inTransaction(database.db, (tx) =>
    grantAward(tx, { party, program: 'daily-check-in', period, points, expiresAt }),
  )

const spend = async (party: string, points: number) =>
  await postLines(database.db, move(memberPoints(party), housePoints, points))

const undo = async (txnId: string, lotsUntil?: Date) =>
  await inTransaction(database.db, (tx) =>
    reverse(tx, { txnId, kind: 'undo', scope: 'undo', idem: txnId, lotsUntil }),
  )

async function lots(
  party: string,
): Promise<{ granted: number; remaining: number; days: number; restored: boolean }[]> {
  const { rows } = await sql<{ granted: number; remaining: number; days: number; restored: boolean }>`
    select l.granted, l.remaining, round(extract(epoch from l.expires_at - clock_timestamp()) / 86400)::int as days,
           l.restores is not null as restored
    from point_lot l join account a on a.id = l.account_id where a.party = ${party} order by l.id
  `.execute(database.db)
  return rows
}

test('twenty requests at once grant once, whatever their amount', async () => {
  const party = newParty()
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) => grant(party, 10 + index, '2026-11-21')),
  )
  expect(results.filter((result) => result.granted)).toHaveLength(1)
  expect(new Set(results.map((result) => result.txnId)).size).toBe(1)
  const { rows } = await sql<{ amount: number }>`
    select e.amount from award w join entry e on e.txn_id = w.txn_id and e.party = w.party and e.amount > 0
    where w.party = ${party}
  `.execute(database.db)
  expect(rows).toHaveLength(1)
  expect((await balances(database.db, party)).points).toBe(rows[0]!.amount)
})

test('another period, program or party is another award', async () => {
  const party = newParty()
  const other = newParty()
  await grant(party, 10, 'day 1')
  expect((await grant(party, 10, 'day 2')).granted).toBe(true)
  expect((await grant(other, 10, 'day 1')).granted).toBe(true)
  const followed = await inTransaction(database.db, (tx) =>
    grantAward(tx, { party, program: 'social-follow', period: 'day 1', points: 50, expiresAt: inAYear() }),
  )
  expect(followed.granted).toBe(true)
  expect((await balances(database.db, party)).points).toBe(70)
})

test('the scope of awards is closed to ordinary posts', async () => {
  const lines = move(housePoints, memberPoints(newParty()), 5)
  const attempt = inTransaction(database.db, (tx) =>
    post(tx, { kind: 'x', scope: 'award', idem: 'x', lines }),
  )
  await expect(attempt).rejects.toMatchObject({ code: 'invalid_lines' })
})

test('points expire when the grant says; points without an expiry are refused', async () => {
  const party = newParty()
  await grant(party, 20, 'b', inDays(30))
  await expect(postLines(database.db, move(housePoints, memberPoints(party), 10))).rejects.toMatchObject({
    code: 'invalid_lines',
  })
  expect(await lots(party)).toEqual([{ granted: 20, remaining: 20, days: 30, restored: false }])
})

test('spending takes from the lot that expires soonest', async () => {
  const party = newParty()
  await grant(party, 10, 'a', inDays(90))
  await grant(party, 20, 'b', inDays(30))
  await grant(party, 30, 'c', inDays(60))
  await spend(party, 35)
  expect((await lots(party)).map((lot) => lot.remaining)).toEqual([10, 0, 15])
  await expect(spend(party, 26)).rejects.toMatchObject({ code: 'insufficient_funds' })
})

test('a refund gives each part back with its own expiry, whatever more time is promised', async () => {
  const party = newParty()
  await grant(party, 10, 'a', inDays(5))
  await grant(party, 20, 'b', inDays(60))
  const first = await spend(party, 15)
  await undo(first.txnId)
  const second = await spend(party, 15)
  await undo(second.txnId, inDays(7))
  expect(await lots(party)).toEqual([
    { granted: 10, remaining: 0, days: 5, restored: false },
    { granted: 20, remaining: 10, days: 60, restored: false },
    { granted: 10, remaining: 0, days: 5, restored: true },
    { granted: 5, remaining: 5, days: 60, restored: true },
    { granted: 5, remaining: 5, days: 60, restored: true },
    { granted: 10, remaining: 10, days: 5, restored: true },
  ])
})

test('more time is for what has expired: what has time left keeps its own', async () => {
  const party = newParty()
  await grant(party, 10, 'a', inDays(5))
  await grant(party, 20, 'b', inDays(60))
  const { txnId } = await spend(party, 15)
  const owner = openDatabase({ url: database.url, poolSize: 1 })
  try {
    await shiftClock(owner, '6 days')
    await undo(txnId, inDays(13))
    expect((await lots(party)).filter(({ restored }) => restored)).toEqual([
      { granted: 10, remaining: 10, days: 13, restored: true },
      { granted: 5, remaining: 5, days: 60, restored: true },
    ])
  } finally {
    await shiftClock(owner, '-6 days')
    await owner.destroy()
  }
})

test('a grant undone takes its own lot first', async () => {
  const party = newParty()
  await grant(party, 10, 'a', inDays(5))
  const { txnId } = await grant(party, 20, 'b', inDays(60))
  await undo(txnId)
  expect((await lots(party)).map((lot) => lot.remaining)).toEqual([10, 0])
})

test('expired points are not counted and not spent, and leave by their lot', async () => {
  const { db, url } = database
  const party = newParty()
  await grant(party, 10, 'a', inDays(5))
  await grant(party, 20, 'b', inDays(60))
  const owner = openDatabase({ url, poolSize: 1 })
  try {
    await shiftClock(owner, '6 days')
    expect((await balances(db, party)).points).toBe(20)
    await expect(spend(party, 21)).rejects.toMatchObject({ code: 'insufficient_funds' })
    const { rows } = await sql<{ id: number }>`
      select l.id from point_lot l join account a on a.id = l.account_id where a.party = ${party} and l.granted = 10
    `.execute(db)
    const [debit, credit] = move(memberPoints(party), housePoints, 10)
    await postLines(db, [{ ...debit, lot: rows[0]!.id }, credit], randomUUID(), 'points.expired')
    expect((await lots(party)).map((lot) => lot.remaining)).toEqual([0, 20])
  } finally {
    await shiftClock(owner, '-6 days')
    await owner.destroy()
  }
})
