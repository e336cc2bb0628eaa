import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Db } from '#server/platform/database.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import {
  houseIssued,
  housePoints,
  memberAvailable,
  memberDebt,
  memberPending,
  memberPoints,
  move,
  newParty,
} from './accounts.ts'
import { expiringPoints, inAYear } from '#testing/points.ts'
import { fund, fundedCampaign, inTransaction, postLines } from './ledger.fixture.ts'
import {
  balances,
  budgetsLeft,
  statement,
  statementSql,
  type StatementEntry,
  type StatementQuery,
} from './ledger-queries.ts'
import { placeHold } from './holds.ts'
import { monthSums, monthSumsSql } from './month-sums.ts'

let database: TestDatabase
let owner: Db
beforeAll(async () => {
  database = await createTestDatabase()
  owner = openDatabase({ url: database.url, poolSize: 2 })
})
afterAll(async () => {
  await owner.destroy()
  await database.drop()
})

async function allPages(query: Omit<StatementQuery, 'cursor'>): Promise<StatementEntry[]> {
  const entries: StatementEntry[] = []
  let cursor: string | undefined
  do {
    const page = await statement(database.db, { ...query, cursor })
    expect(page.items.length).toBeLessThanOrEqual(query.limit)
    entries.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return entries
}

test('balances list available, pending, reserved, debt and points apart', async () => {
  const { db } = database
  const party = newParty()
  expect(await balances(db, party)).toEqual({ available: 0, pending: 0, reserved: 0, debt: 0, points: 0 })
  await postLines(db, [
    { ...houseIssued, amount: -142 },
    { ...memberAvailable(party), amount: 100 },
    { ...memberPending(party), amount: 50 },
    { ...memberDebt(party), amount: -8 },
    { ...housePoints, amount: -30 },
    { ...memberPoints(party), amount: 30, expiresAt: inAYear() },
  ])
  await inTransaction(db, (tx) =>
    placeHold(tx, { account: memberAvailable(party), amount: 25, scope: 'test', idem: party }),
  )
  expect(await balances(db, party)).toEqual({ available: 75, pending: 50, reserved: 25, debt: 8, points: 30 })
})

test('lists the budgets left of campaigns that have one', async () => {
  const { db } = database
  const one = await fundedCampaign(db, 500)
  const two = await fundedCampaign(db, 300)
  await postLines(db, move(two, memberPending(newParty()), 20))
  expect(await budgetsLeft(db, [one.party, two.party, 'cmp_none'])).toEqual(
    new Map([
      [one.party, 500],
      [two.party, 280],
    ]),
  )
})

describe('statement', () => {
  const codes: StatementQuery['codes'] = ['member.available', 'member.pending']

  test('lists entries of several accounts newest first, each with its running balance', async () => {
    const { db } = database
    const party = newParty()
    const budget = await fundedCampaign(db, 100)
    await postLines(db, move(budget, memberPending(party), 30), `${party} 1`, 'conversion.accepted')
    await postLines(db, move(budget, memberPending(party), 12), `${party} 2`, 'conversion.accepted')
    await postLines(
      db,
      move(memberPending(party), memberAvailable(party), 30),
      `${party} 3`,
      'earning.unlocked',
    )
    await postLines(db, move(housePoints, expiringPoints(party), 5), `${party} 4`, 'award')
    const entries = await allPages({ party, codes, limit: 2 })
    expect(
      entries.map(({ kind, code, amount, balanceAfter, idem }) => [kind, code, amount, balanceAfter, idem]),
    ).toEqual([
      ['earning.unlocked', 'member.available', 30, 30, `${party} 3`],
      ['earning.unlocked', 'member.pending', -30, 12, `${party} 3`],
      ['conversion.accepted', 'member.pending', 12, 42, `${party} 2`],
      ['conversion.accepted', 'member.pending', 30, 30, `${party} 1`],
    ])
    expect(entries[0]!.effectiveAt).toBeInstanceOf(Date)
  })

  test('filters by kind, page by page', async () => {
    const { db } = database
    const party = newParty()
    const kinds = ['a', 'b', 'a', 'c', 'a', 'a']
    for (const [index, kind] of kinds.entries())
      await postLines(db, move(houseIssued, memberAvailable(party), index + 1), `${party} ${index}`, kind)
    const entries = await allPages({ party, codes, limit: 1, kind: 'a' })
    expect(entries.map((entry) => entry.amount)).toEqual([6, 5, 3, 1])
    expect(entries.map((entry) => entry.balanceAfter)).toEqual([21, 15, 6, 1])
  })

  test('shows a party only its own entries, and nothing for a stranger', async () => {
    const party = newParty()
    await fund(database.db, memberAvailable(newParty()), 5)
    expect(await statement(database.db, { party, codes, limit: 10 })).toEqual({
      items: [],
      nextCursor: null,
    })
  })

  test('entries posted between two pages do not shift the second', async () => {
    const party = newParty()
    for (let index = 1; index <= 4; index++) await fund(database.db, memberAvailable(party), index)
    const first = await statement(database.db, { party, codes, limit: 2 })
    await fund(database.db, memberPending(party), 99)
    const second = await statement(database.db, { party, codes, limit: 2, cursor: first.nextCursor! })
    expect(second.items.map((entry) => entry.amount)).toEqual([2, 1])
    expect(second.nextCursor).toBeNull()
  })

  const wrong = ['', 'x', '0', '-1', '1.5', '"1"', '99999999999999999999']
  test.each([...wrong, ...wrong.map(encoded)])('refuses the cursor %j', async (cursor) => {
    const attempt = statement(database.db, { party: newParty(), codes, limit: 10, cursor })
    await expect(attempt).rejects.toMatchObject({ code: 'validation_failed' })
  })

  test('reads a page out of 100 000 entries through an index, whole and by kind, and the sum of its month', async () => {
    const { db } = database
    const party = newParty()
    const ten = Array.from({ length: 10_000 }, () =>
      move(memberPending(party), memberAvailable(party), 1),
    ).flat()
    const clock = async (days: number) =>
      await sql`update clock_offset set shift = make_interval(days => ${days})`.execute(owner)
    await clock(-70)
    await fund(db, memberPending(party), 60_000)
    for (let round = 0; round < 5; round++) await postLines(db, ten)
    await clock(0)
    await postLines(db, move(memberPending(party), memberAvailable(party), 1), `${party} rare`, 'rare')
    await sql`analyze entry, account, txn`.execute(owner)

    const deep = await statement(db, { party, codes, limit: 50 })
    const [first, last] = [deep.items.at(-1)!, deep.items[0]!].map(({ effectiveAt }) =>
      effectiveAt.toISOString().slice(0, 7),
    ) as [string, string]
    const months = { party, code: 'member.available', zone: 'UTC' } as const
    for (const query of [
      statementSql({ party, codes, limit: 50 }),
      statementSql({ party, codes, limit: 50, cursor: encoded(String(deep.items.at(-1)!.seq - 80_000)) }),
      statementSql({ party, codes, limit: 50, kind: 'rare' }),
      monthSumsSql({ ...months, months: [last] }),
    ]) {
      // The quickest of a few: on a busy machine one may have waited for its turn.
      const tries: ExplainedPlan[] = []
      for (let round = 0; round < 5; round++) {
        const { rows } = await sql<{ 'QUERY PLAN': [ExplainedPlan] }>`
          explain (analyze, buffers, format json) ${query}`.execute(db)
        tries.push(rows[0]!['QUERY PLAN'][0])
      }
      const [explained] = tries.toSorted((a, b) => a['Execution Time'] - b['Execution Time']) as [
        ExplainedPlan,
      ]
      expect(scans(explained.Plan).filter((scan) => scan === 'Seq Scan on entry')).toEqual([])
      expect(explained.Plan['Shared Hit Blocks'] + explained.Plan['Shared Read Blocks']).toBeLessThan(1_500)
      expect(explained['Execution Time']).toBeLessThan(250)
    }
    expect((await statement(db, { party, codes, limit: 50, kind: 'rare' })).items).toHaveLength(2)
    expect(await monthSums(db, { ...months, months: [first, last] })).toEqual([
      { month: last, amount: 1 },
      { month: first, amount: 50_000 },
    ])
    expect(await monthSums(db, { ...months, months: [last], kind: 'other' })).toEqual([])
  })

  test('reads each entry of a month once for its sum, also of a member who has many more than most', async () => {
    const { db } = database
    const party = newParty()
    const entries = 1_000
    await fund(db, memberPending(party), entries)
    await postLines(
      db,
      Array.from({ length: entries }, () => move(memberPending(party), memberAvailable(party), 1)).flat(),
    )
    const told = async (most: string) => {
      await sql`alter table entry alter column account_id ${sql.raw(most)}`.execute(owner)
      await sql`analyze entry`.execute(owner)
    }
    // As where most accounts have four.
    await told('set (n_distinct = -0.25)')
    const months = [new Date().toISOString().slice(0, 7)]
    const query = monthSumsSql({ party, code: 'member.available', zone: 'UTC', months })
    const { rows } = await sql<{ 'QUERY PLAN': [ExplainedPlan] }>`
      explain (analyze, buffers, format json) ${query}`.execute(db)
    await told('reset (n_distinct)')
    const [{ Plan: plan }] = rows[0]!['QUERY PLAN']
    expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(entries * 10)
  })
})

/** A cursor as the list makes them. */
function encoded(place: string): string {
  return Buffer.from(place).toString('base64url')
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: PlanNode[]
}

interface ExplainedPlan {
  Plan: PlanNode
  'Execution Time': number
}

function scans(node: PlanNode): string[] {
  const own = node['Relation Name'] ? [`${node['Node Type']} on ${node['Relation Name']}`] : []
  return [...own, ...(node.Plans ?? []).flatMap(scans)]
}
