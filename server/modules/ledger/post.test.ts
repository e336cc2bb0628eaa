import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import {
  houseIssued,
  housePayout,
  memberAvailable,
  memberPending,
  move,
  newParty,
  type Line,
} from './accounts.ts'
import {
  fund,
  fundedCampaign,
  fundedMember,
  inTransaction,
  outcomes,
  postedOf,
  postLines,
} from './ledger.fixture.ts'
import { balances } from './ledger-queries.ts'
import { post } from './post.ts'
import { reconcile } from './reconcile.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  expect((await reconcile(database.db)).findings.filter((finding) => finding.count > 0)).toEqual([])
  await database.drop()
})

describe('post', () => {
  test('moves crels and opens the accounts it needs', async () => {
    const { db } = database
    const party = newParty()
    const budget = await fundedCampaign(db, 1000)
    const posted = await postLines(db, move(budget, memberPending(party), 120))
    expect(posted).toEqual({ txnId: expect.stringMatching(/^txn_[0-9a-f]{32}$/), replayed: false })
    expect(await postedOf(db, budget)).toBe(880)
    expect(await balances(db, party)).toEqual({ available: 0, pending: 120, reserved: 0, debt: 0, points: 0 })
  })

  test('answers a repetition with the first transaction and moves nothing', async () => {
    const { db } = database
    const account = memberAvailable(newParty())
    const lines = move(houseIssued, account, 50)
    const first = await postLines(db, lines, 'repeated')
    expect(await postLines(db, lines, 'repeated')).toEqual({ txnId: first.txnId, replayed: true })
    expect(await postedOf(db, account)).toBe(50)
  })

  test('has the home of the first member its lines name, else of the first campaign, else of the house', async () => {
    const { db } = database
    const [one, two] = [newParty(), newParty()]
    const budget = await fundedCampaign(db, 100)
    await fund(db, memberAvailable(one), 10)
    const homeOf = async (lines: Line[]) => {
      const { txnId } = await postLines(db, lines)
      const { rows } = await sql<{ party: string }>`
        select k.party from ledger_key k join txn t on t.party = k.party and t.scope = k.scope and t.idem = k.idem
        where t.id = ${txnId} and k.opens = 'txn'
          and exists (select from entry e where e.txn_id = t.id and e.party = t.party)`.execute(db)
      return rows.map(({ party }) => party)
    }
    expect(await homeOf(move(budget, memberPending(two), 5))).toEqual([two])
    expect(await homeOf(move(memberAvailable(one), memberAvailable(two), 5))).toEqual([one])
    expect(await homeOf(move(budget, houseIssued, 5))).toEqual([budget.party])
    expect(await homeOf(move(houseIssued, housePayout('CREL'), 5))).toEqual(['house'])
  })

  test('refuses a key used for another request', async () => {
    const { db } = database
    const account = memberAvailable(newParty())
    await postLines(db, move(houseIssued, account, 50), 'reused')
    await expect(postLines(db, move(houseIssued, account, 51), 'reused')).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    })
    expect(await postedOf(db, account)).toBe(50)
  })

  test('accepts other lines under one key when the caller says what the request was', async () => {
    const { db } = database
    const account = memberAvailable(newParty())
    const at = (crels: number) =>
      inTransaction(db, (tx) =>
        post(tx, {
          kind: 'test',
          scope: 'test',
          idem: 'same request',
          requestHash: 'sale of 100 USD',
          lines: move(houseIssued, account, crels),
        }),
      )
    const first = await at(1050)
    expect(await at(1100)).toEqual({ txnId: first.txnId, replayed: true })
    expect(await postedOf(db, account)).toBe(1050)
  })

  test('refuses to overdraw and leaves nothing behind', async () => {
    const { db } = database
    const party = newParty()
    const account = await fundedMember(db, party, 100)
    await expect(postLines(db, move(account, housePayout('CREL'), 101), 'too much')).rejects.toMatchObject({
      code: 'insufficient_funds',
    })
    const { rows } = await sql`select from txn where idem = 'too much'`.execute(db)
    expect(rows).toEqual([])
    expect((await balances(db, party)).available).toBe(100)
  })

  test('numbers entries of one account within a transaction and keeps a running balance', async () => {
    const { db } = database
    const account = memberAvailable(newParty())
    const { txnId } = await postLines(db, [
      { ...account, amount: 10 },
      { ...houseIssued, amount: -7 },
      { ...account, amount: -3 },
    ])
    const { rows } = await sql`
      select line, amount, balance_after, account_version from entry
      where txn_id = ${txnId} and line in (1, 3) order by line`.execute(db)
    expect(rows).toEqual([
      { line: 1, amount: 10, balance_after: 10, account_version: 1 },
      { line: 3, amount: -3, balance_after: 7, account_version: 2 },
    ])
  })

  test.each([
    ['no lines', []],
    ['a fraction', [0.5, -0.5]],
    ['a zero', [0, 0]],
    ['an unsafe integer', [2 ** 53, -(2 ** 53)]],
  ])('refuses %s', async (_, amounts) => {
    const account = memberAvailable(newParty())
    const lines = amounts.map((amount, index) => ({ ...(index ? houseIssued : account), amount }))
    await expect(postLines(database.db, lines)).rejects.toMatchObject({ code: 'invalid_lines' })
  })

  test('refuses lines that do not sum to zero in every asset', async () => {
    const { db } = database
    const account = memberAvailable(newParty())
    const uneven = [
      { ...houseIssued, amount: -10 },
      { ...account, amount: 11 },
    ]
    const acrossAssets = [
      { ...housePayout('USD'), amount: -10 },
      { ...account, amount: 10 },
    ]
    await expect(postLines(db, uneven)).rejects.toMatchObject({ code: 'unbalanced' })
    await expect(postLines(db, acrossAssets)).rejects.toMatchObject({ code: 'unbalanced' })
  })

  test('refuses an account that is not in the chart, and a party that does not fit its code', async () => {
    const { db } = database
    const points = { party: newParty(), code: 'member.points', asset: 'CREL' } as const
    await expect(postLines(db, move(houseIssued, points, 1))).rejects.toMatchObject({ code: 'invalid_lines' })
    await expect(postLines(db, move(houseIssued, memberAvailable('usr_1'), 1))).rejects.toMatchObject({
      constraint: 'account_party',
    })
  })

  test('refuses a balance that a JavaScript number cannot hold', async () => {
    const account = memberAvailable(newParty())
    await fund(database.db, account, Number.MAX_SAFE_INTEGER - 1_000_000)
    await expect(fund(database.db, account, 1_000_001)).rejects.toMatchObject({ code: 'amount_too_large' })
    await postLines(database.db, move(account, houseIssued, Number.MAX_SAFE_INTEGER - 1_000_000))
  })

  test('sends no NOTIFY, since commits that notify wait for one another', async () => {
    const { db, url } = database
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      const { rows } = await client.query<{ name: string }>(
        `select proname as name from pg_proc where proname like 'ledger%' and prosrc ~* 'notify|ledger_tell'`,
      )
      expect(rows).toEqual([])
      await client.query('listen ledger')
      const heard: (string | undefined)[] = []
      client.on('notification', ({ payload }) => heard.push(payload))
      await postLines(db, move(houseIssued, memberAvailable(newParty()), 3))
      await client.query(`notify ledger, 'afterwards'`)
      await expect.poll(() => heard).toEqual(['afterwards'])
    } finally {
      await client.end()
    }
  })
})

describe('races', () => {
  test('a key is one fact, whatever parties its lines name, also when twenty come at once', async () => {
    const { db } = database
    const accounts = Array.from({ length: 20 }, () => memberAvailable(newParty()))
    const { succeeded, refused } = await outcomes(
      accounts.map((account) => postLines(db, move(houseIssued, account, 5), 'of many parties')),
    )
    expect([succeeded, new Set(refused)]).toEqual([1, new Set(['idempotency_mismatch'])])
    const posted = await Promise.all(accounts.map(async (account) => await postedOf(db, account)))
    expect(posted.reduce((sum, each) => sum + each, 0)).toBe(5)
  })

  test('sixty calls with one key make one post', async () => {
    const { db } = database
    const account = memberAvailable(newParty())
    const results = await Promise.all(
      Array.from({ length: 60 }, () => postLines(db, move(houseIssued, account, 9), 'raced')),
    )
    expect(results.filter((result) => !result.replayed)).toHaveLength(1)
    expect(new Set(results.map((result) => result.txnId)).size).toBe(1)
    expect(await postedOf(db, account)).toBe(9)
  })

  test('forty spends of 7 from 100 succeed exactly 14 times', async () => {
    const { db } = database
    const account = await fundedMember(db, newParty(), 100)
    const spends = Array.from({ length: 40 }, () => postLines(db, move(account, housePayout('CREL'), 7)))
    const { succeeded, refused } = await outcomes(spends)
    expect(succeeded).toBe(14)
    expect(new Set(refused)).toEqual(new Set(['insufficient_funds']))
    expect(await postedOf(db, account)).toBe(2)
  })

  test('three hundred opposing transfers neither deadlock nor lose a unit', async () => {
    const { db } = database
    const accounts = await Promise.all([1, 2, 3, 4].map(() => fundedMember(db, newParty(), 10_000)))
    const transfers = Array.from({ length: 300 }, (_, index) => {
      const from = accounts[index % 4]!
      const to = accounts[(index * 7 + 1 + (index % 3)) % 4]!
      return postLines(db, from === to ? move(from, accounts[(index + 1) % 4]!, 3) : move(from, to, 5))
    })
    expect(await outcomes(transfers)).toEqual({ succeeded: 300, refused: [] })
    const sums = await Promise.all(accounts.map((account) => postedOf(db, account)))
    expect(sums.reduce((sum, posted) => sum + posted, 0)).toBe(40_000)
  })

  test('accounts opened by many at once, in opposite orders, are opened once', async () => {
    const { db } = database
    // Many accounts a post: the wider the window, the surer two openers meet in the middle of it.
    for (let round = 0; round < 3; round++) {
      const refs = Array.from({ length: 300 }, () => memberAvailable(newParty()))
      const opens = Array.from({ length: 12 }, (_, index) => {
        const order = index % 2 ? refs : refs.toReversed()
        return postLines(db, [
          { ...houseIssued, amount: -300 },
          ...order.map((ref) => ({ ...ref, amount: 1 })),
        ])
      })
      expect(await outcomes(opens)).toEqual({ succeeded: 12, refused: [] })
      const posted = await Promise.all(refs.map((ref) => postedOf(db, ref)))
      expect(new Set(posted)).toEqual(new Set([12]))
    }
  })

  test('hot house accounts spread over their stripes, members never', async () => {
    const { db } = database
    const party = newParty()
    for (let index = 0; index < 40; index++) await fund(db, memberAvailable(party), 1)
    const { rows } = await sql<{ party: string; stripes: number }>`
      select a.party, count(distinct a.stripe) as stripes
      from entry e join account a on a.id = e.account_id
      where e.txn_id in (select e.txn_id from entry e join account a on a.id = e.account_id where a.party = ${party})
      group by 1`.execute(db)
    const byParty = Object.fromEntries(rows.map((row) => [row.party, row.stripes]))
    expect(byParty[party]).toBe(1)
    expect(byParty.house).toBeGreaterThan(1)
  })

  test('a connection killed in the middle of a transaction leaves nothing', async () => {
    const { db, url } = database
    const account = memberAvailable(newParty())
    const killer = new pg.Client({ connectionString: url })
    await killer.connect()
    try {
      const attempt = inTransaction(db, async (tx) => {
        const lines = move(houseIssued, account, 5)
        await post(tx, { kind: 'test', scope: 'test', idem: 'killed', lines })
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
        await killer.query('select pg_terminate_backend($1)', [rows[0]!.pid])
        await sql`select 1`.execute(tx)
      })
      await expect(attempt).rejects.toThrow()
      expect(await postedOf(db, account)).toBe(0)
      expect(await postLines(db, move(houseIssued, account, 5), 'killed')).toMatchObject({ replayed: false })
    } finally {
      await killer.end()
    }
  })
})
