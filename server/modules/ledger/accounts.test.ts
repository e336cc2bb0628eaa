import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import {
  campaignBudget,
  houseFee,
  houseIssued,
  housePayout,
  housePoints,
  housePromotion,
  memberAvailable,
  memberDebt,
  memberPending,
  memberPoints,
  move,
  newParty,
} from './accounts.ts'
import { closeParty } from './close-party.ts'
import { payMember, takeFromMember } from './debt.ts'
import {
  fund,
  fundedCampaign,
  fundedMember,
  inTransaction,
  outcomes,
  postLines,
  postsInLegs,
} from './ledger.fixture.ts'
import { balances } from './ledger-queries.ts'
import { lockAccounts } from './lock-accounts.ts'
import { post } from './post.ts'
import { reconcile } from './reconcile.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  expect((await reconcile(database.db)).clean).toBe(true)
  await database.drop()
})

test('every account named in code is in the chart', async () => {
  const named = [
    houseIssued,
    housePromotion,
    housePoints,
    houseFee('CREL'),
    houseFee('USD'),
    housePayout('CREL'),
    housePayout('USD'),
    campaignBudget('cmp_1'),
    memberPending('pty_1'),
    memberAvailable('pty_1'),
    memberDebt('pty_1'),
    memberPoints('pty_1'),
  ].map(({ code, asset }) => `${code} ${asset}`)
  const { rows } = await sql<{ name: string }>`select code || ' ' || asset as name from account_code`.execute(
    database.db,
  )
  const chart = rows.map((row) => row.name).filter((name) => !name.includes('.clearing '))
  expect(named.filter((name) => !chart.includes(name))).toEqual([])
  // Dollars enter through the house before they are paid out; no code names that account yet.
  expect(chart.filter((name) => !named.includes(name))).toEqual(['house.issued USD'])
})

test('parties are random and do not reveal when they were made', () => {
  const parties = Array.from({ length: 200 }, newParty)
  expect(new Set(parties).size).toBe(200)
  for (const party of parties) expect(party).toMatch(/^pty_[0-9a-f]{12}4[0-9a-f]{19}$/)
  expect(parties.toSorted()).not.toEqual(parties)
})

test('pays an open debt before the member, and turns a shortfall into a debt', () => {
  const from = campaignBudget('cmp_1')
  const amounts = (lines: { code: string; amount: number }[]) =>
    Object.fromEntries(lines.map(({ code, amount }) => [code, amount]))
  expect(amounts(payMember(from, 'pty_1', 50, 0))).toEqual({ 'campaign.budget': -50, 'member.available': 50 })
  expect(amounts(payMember(from, 'pty_1', 50, 20))).toEqual({
    'campaign.budget': -50,
    'member.debt': 20,
    'member.available': 30,
  })
  expect(amounts(payMember(from, 'pty_1', 50, 80))).toEqual({ 'campaign.budget': -50, 'member.debt': 50 })
  expect(amounts(takeFromMember(from, 'pty_1', 50, 80))).toEqual({
    'member.available': -50,
    'campaign.budget': 50,
  })
  expect(amounts(takeFromMember(from, 'pty_1', 50, 20))).toEqual({
    'member.available': -20,
    'member.debt': -30,
    'campaign.budget': 50,
  })
  expect(amounts(takeFromMember(from, 'pty_1', 50, 0))).toEqual({ 'member.debt': -50, 'campaign.budget': 50 })
})

test('refunds and payments that race through a debt never overdraw, overpay or deadlock', async () => {
  const { db } = database
  const party = newParty()
  const budget = await fundedCampaign(db, 1_000)
  await fundedMember(db, party, 35)
  const accounts = [budget, memberAvailable(party), memberDebt(party)]
  const settle = async (
    idem: string,
    lines: (available: number, debt: number) => ReturnType<typeof payMember>,
  ) =>
    await inTransaction(db, async (tx) => {
      const [, available, debt] = await lockAccounts(tx, accounts)
      return await post(tx, {
        kind: 'test',
        scope: 'settle',
        idem,
        lines: lines(available!.posted - available!.reserved, -debt!.posted),
      })
    })
  const attempts = Array.from({ length: 60 }, (_, index) =>
    index % 2
      ? settle(`pay ${index}`, (_available, debt) => payMember(budget, party, 10, debt))
      : settle(`refund ${index}`, (available) => takeFromMember(budget, party, 12, available)),
  )
  const plain = Array.from({ length: 20 }, () => postLines(db, move(budget, memberPending(party), 1)))
  expect(await outcomes([...attempts, ...plain])).toEqual({ succeeded: 80, refused: [] })
  const after = await balances(db, party)
  expect(after.available - after.debt).toBe(35 + 30 * 10 - 30 * 12)
  expect(Math.min(after.available, after.debt)).toBe(0)
})

test('a closed party takes no more posts, and only an empty one can be closed', async () => {
  const { db } = database
  const party = newParty()
  const account = await fundedMember(db, party, 10)
  const close = async () => await inTransaction(db, (tx) => closeParty(tx, party))
  await expect(close()).rejects.toMatchObject({ code: 'account_not_empty' })
  await postLines(db, move(account, houseIssued, 10))
  expect(await close()).toBe((await postsInLegs(db)) ? 2 : 1)
  expect(await close()).toBe(0)
  await expect(fund(db, account, 1)).rejects.toMatchObject({ code: 'account_closed' })
  await expect(inTransaction(db, (tx) => closeParty(tx, 'house'))).rejects.toMatchObject({
    code: 'account_not_empty',
  })
})
