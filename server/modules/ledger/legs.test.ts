import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Db } from '#server/platform/database.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { expiringPoints } from '#testing/points.ts'
import {
  houseIssued,
  memberAvailable,
  memberPending,
  memberPoints,
  housePoints,
  move,
  newParty,
} from './accounts.ts'
import { captureHold, placeHold } from './holds.ts'
import { fund, fundedCampaign, inTransaction, outcomes, postedOf, postLines } from './ledger.fixture.ts'
import { lockAccounts } from './lock-accounts.ts'
import { post } from './post.ts'
import { examine, reconcile } from './reconcile.ts'
import { reverse } from './reverse.ts'

// What is so of a ledger in legs alone. All else is: LEDGER_LEGS=1 npm run test:ledger.

let database: TestDatabase
let owner: Db
beforeAll(async () => {
  database = await createTestDatabase({ legs: true })
  owner = openDatabase({ url: database.url, poolSize: 4 })
})
afterAll(async () => {
  expect((await reconcile(owner)).findings.filter(({ count }) => count > 0)).toEqual([])
  await owner.destroy()
  await database.drop()
})

/** The lines of a transaction, by leg. */
async function legsOf(txnId: string): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ party: string; code: string; amount: number; owner: string }>`
    select t.party, a.code, e.amount, a.party as owner from txn t
    join entry e on e.txn_id = t.id and e.party = t.party join account a on a.id = e.account_id
    where t.id = ${txnId} order by e.line`.execute(owner)
  expect(rows.filter((row) => row.owner !== row.party)).toEqual([])
  const legs: Record<string, string[]> = {}
  for (const { party, code, amount } of rows) (legs[party] ??= []).push(`${code} ${amount}`)
  return legs
}

async function attack(...statements: string[]): Promise<void> {
  await inTransaction(owner, async (tx) => {
    for (const statement of statements) await sql.raw(statement).execute(tx)
  })
}

test('a sale is one transaction with a leg for each party, which clearing accounts bring to zero', async () => {
  const { db } = database
  const budget = await fundedCampaign(db, 500)
  const party = newParty()
  const { txnId } = await postLines(db, move(budget, memberPending(party), 80))
  expect(await legsOf(txnId)).toEqual({
    [budget.party]: ['campaign.budget -80', 'campaign.clearing 80'],
    [party]: ['member.pending 80', 'member.clearing -80'],
  })
  const undone = await inTransaction(db, (tx) =>
    reverse(tx, { txnId, kind: 'undo', scope: 'undo', idem: txnId }),
  )
  expect(await legsOf(undone.txnId)).toEqual({
    [budget.party]: ['campaign.budget 80', 'campaign.clearing -80'],
    [party]: ['member.pending -80', 'member.clearing 80'],
  })
})

test('what stays with one party needs no clearing, and each asset has its own', async () => {
  const { db } = database
  const party = newParty()
  const both = await postLines(db, [
    ...move(houseIssued, memberPending(party), 30),
    ...move(housePoints, expiringPoints(party), 7),
  ])
  expect(await legsOf(both.txnId)).toEqual({
    house: ['house.issued -30', 'house.points -7', 'house.clearing 30', 'house.clearing 7'],
    [party]: ['member.pending 30', 'member.points 7', 'member.clearing -30', 'member.clearing -7'],
  })
  const unlocked = await postLines(db, move(memberPending(party), memberAvailable(party), 30))
  expect(await legsOf(unlocked.txnId)).toEqual({ [party]: ['member.pending -30', 'member.available 30'] })
})

test('lines that do not sum to zero are refused, though clearing accounts could make each leg do so', async () => {
  const lines = [
    { ...houseIssued, amount: -10 },
    { ...memberAvailable(newParty()), amount: 11 },
  ]
  await expect(postLines(database.db, lines)).rejects.toMatchObject({ code: 'unbalanced' })
})

test('points go between members lot by lot, and come back with their own expiry', async () => {
  const { db } = database
  const [one, two] = [newParty(), newParty()]
  await postLines(db, move(housePoints, expiringPoints(one), 10))
  const { txnId } = await postLines(db, move(memberPoints(one), expiringPoints(two), 4))
  const left = async () => {
    const { rows } = await sql<{ party: string; points: number }>`
      select party, sum(remaining)::int as points from point_lot where party in (${one}, ${two}) group by 1`.execute(
      db,
    )
    return Object.fromEntries(rows.map(({ party, points }) => [party, points]))
  }
  expect(await left()).toEqual({ [one]: 6, [two]: 4 })
  await inTransaction(db, (tx) => reverse(tx, { txnId, kind: 'undo', scope: 'undo', idem: txnId }))
  expect(await left()).toEqual({ [one]: 10, [two]: 0 })
})

test('decisions under locks, captures of holds and plain posts between the same parties do not deadlock', async () => {
  const { db } = database
  const [one, two] = [newParty(), newParty()]
  const budget = await fundedCampaign(db, 1_000)
  // Opened after the clearing account, so that its id is the higher one.
  for (const party of [one, two])
    for (const account of [memberAvailable(party), memberPending(party)]) await fund(db, account, 1_000)
  const attempts = Array.from({ length: 25 }, (_, index) => {
    const [from, to] = index % 2 ? [one, two] : [two, one]
    const decided = inTransaction(db, async (tx) => {
      await lockAccounts(tx, [memberPending(from), budget, memberPending(to)])
      const idem = randomUUID()
      await post(tx, { kind: 'a', scope: 'locked', idem, lines: move(memberPending(from), budget, 2) })
      await post(tx, {
        kind: 'b',
        scope: 'locked',
        idem: `${idem} b`,
        lines: move(budget, memberPending(to), 2),
      })
    })
    const capture = async () => {
      const account = memberAvailable(from)
      const { holdId } = await inTransaction(db, (tx) =>
        placeHold(tx, { account, amount: 3, scope: 'held', idem: randomUUID() }),
      )
      const lines = move(account, memberAvailable(to), 3)
      await inTransaction(db, (tx) =>
        captureHold(tx, { holdId, kind: 'c', scope: 'captured', idem: holdId, lines }),
      )
    }
    return [decided, capture(), postLines(db, move(memberAvailable(to), memberPending(from), 1))]
  }).flat()
  expect(await outcomes(attempts)).toEqual({ succeeded: 75, refused: [] })
  expect(await postedOf(db, budget)).toBe(1_000)
})

test('the owner cannot write a leg with an account of another party, nor one that does not sum to zero', async () => {
  const party = newParty()
  await fund(database.db, memberAvailable(party), 5)
  const account = `(select id from account where party = '${party}' and code = 'member.available')`
  const issued = `(select id from account where code = 'house.issued' and asset = 'CREL' and stripe = 0)`
  const leg = (id: string, home: string) =>
    `insert into txn (party, id, kind, scope, idem, request_hash, effective_at) values ('${home}', '${id}', 'x', 'x', '${id}', 'x', now())`
  const entries = (id: string, home: string, accounts: string, amount: string) => `
    insert into entry (party, txn_id, line, account_id, asset, kind, amount, balance_after, account_version)
    select '${home}', '${id}', row_number() over (), a.id, a.asset, 'x', ${amount}, a.posted, a.version
    from account a where a.id in (${accounts})`
  const moved = `
    update account set posted = posted + case when id = ${account} then 5 else -5 end, version = version + 1
    where id in (${account}, ${issued})`
  const amount = `case when a.id = ${account} then 5 else -5 end`
  await expect(
    attack(leg('across', party), moved, entries('across', party, `${account}, ${issued}`, amount)),
  ).rejects.toMatchObject({ code: 'LG016' })
  await expect(
    attack(leg('uneven', party), moved, entries('uneven', party, account, '5')),
  ).rejects.toMatchObject({ code: 'LG004' })
  await expect(
    attack(`update account set posted = posted + 1, version = version + 1 where id = ${account}`),
  ).rejects.toMatchObject({ code: 'LG016' })
})

test('a text that posts without legs is refused, should one come back', async () => {
  const { rows } = await sql<{ text: string }>`
    select pg_get_functiondef('ledger_in_legs'::regproc) as text`.execute(owner)
  const legs = rows[0]!.text
  await sql.raw(legs.replace('is not null', 'is null')).execute(owner)
  try {
    await expect(fund(owner, memberAvailable(newParty()), 5)).rejects.toMatchObject({
      code: 'accounts_disagree',
    })
  } finally {
    await sql.raw(legs).execute(owner)
  }
})

test('reconciliation finds clearing accounts that do not come to zero, and a leg without its home', async () => {
  const party = newParty()
  const { txnId } = await fund(owner, memberAvailable(party), 5)
  const undo = new Error('undo')
  const brokenBy = async (...statements: string[]) => {
    let found: [string, string[]][] = []
    await inTransaction(owner, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      for (const statement of statements) await sql.raw(statement).execute(tx)
      const { findings } = await examine(tx)
      found = findings.filter(({ count }) => count > 0).map(({ check, ids }) => [check, ids])
      throw undo
    }).catch((error: unknown) => {
      if (error !== undo) throw error
    })
    return Object.fromEntries(found)
  }
  // The member's leg alone, one more on both of its lines: it sums to zero, and what the house gave is less.
  expect(
    await brokenBy(
      `update entry set amount = amount + sign(amount) where txn_id = '${txnId}' and party = '${party}'`,
    ),
  ).toMatchObject({ clearing: [txnId] })
  expect(
    await brokenBy(`update txn set idem = idem || '!' where id = '${txnId}' and party = 'house'`),
  ).toEqual({ keys: [txnId] })
})
