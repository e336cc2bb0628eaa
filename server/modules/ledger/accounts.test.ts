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
  newSubject,
} from './accounts.ts'
import { closeSubject } from './close-subject.ts'
import { payMember, takeFromMember } from './debt.ts'
import { fund, fundedCampaign, fundedMember, inTransaction, outcomes, postLines } from './ledger.fixture.ts'
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
    memberPending('sub_1'),
    memberAvailable('sub_1'),
    memberDebt('sub_1'),
    memberPoints('sub_1'),
  ].map(({ code, asset }) => `${code} ${asset}`)
  const { rows } = await sql<{ name: string }>`select code || ' ' || asset as name from account_code`.execute(
    database.db,
  )
  const chart = rows.map((row) => row.name)
  expect(named.filter((name) => !chart.includes(name))).toEqual([])
  // Dollars enter through the house before they are paid out; no code names that account yet.
  expect(chart.filter((name) => !named.includes(name))).toEqual(['house.issued USD'])
})

test('subjects are random and do not tell when they were made', () => {
  const subjects = Array.from({ length: 200 }, newSubject)
  expect(new Set(subjects).size).toBe(200)
  for (const subject of subjects) expect(subject).toMatch(/^sub_[0-9a-f]{12}4[0-9a-f]{19}$/)
  expect(subjects.toSorted()).not.toEqual(subjects)
})

test('pays an open debt before the member, and turns a shortfall into a debt', () => {
  const from = campaignBudget('cmp_1')
  const amounts = (lines: { code: string; amount: number }[]) =>
    Object.fromEntries(lines.map(({ code, amount }) => [code, amount]))
  expect(amounts(payMember(from, 'sub_1', 50, 0))).toEqual({ 'campaign.budget': -50, 'member.available': 50 })
  expect(amounts(payMember(from, 'sub_1', 50, 20))).toEqual({
    'campaign.budget': -50,
    'member.debt': 20,
    'member.available': 30,
  })
  expect(amounts(payMember(from, 'sub_1', 50, 80))).toEqual({ 'campaign.budget': -50, 'member.debt': 50 })
  expect(amounts(takeFromMember(from, 'sub_1', 50, 80))).toEqual({
    'member.available': -50,
    'campaign.budget': 50,
  })
  expect(amounts(takeFromMember(from, 'sub_1', 50, 20))).toEqual({
    'member.available': -20,
    'member.debt': -30,
    'campaign.budget': 50,
  })
  expect(amounts(takeFromMember(from, 'sub_1', 50, 0))).toEqual({ 'member.debt': -50, 'campaign.budget': 50 })
})

test('refunds and payments that race through a debt never overdraw, overpay or deadlock', async () => {
  const { db } = database
  const subject = newSubject()
  const budget = await fundedCampaign(db, 1_000)
  await fundedMember(db, subject, 35)
  const accounts = [budget, memberAvailable(subject), memberDebt(subject)]
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
        lines: lines(available!.posted - available!.held, -debt!.posted),
      })
    })
  const attempts = Array.from({ length: 60 }, (_, index) =>
    index % 2
      ? settle(`pay ${index}`, (_available, debt) => payMember(budget, subject, 10, debt))
      : settle(`refund ${index}`, (available) => takeFromMember(budget, subject, 12, available)),
  )
  const plain = Array.from({ length: 20 }, () => postLines(db, move(budget, memberPending(subject), 1)))
  expect(await outcomes([...attempts, ...plain])).toEqual({ succeeded: 80, refused: [] })
  const after = await balances(db, subject)
  expect(after.available - after.debt).toBe(35 + 30 * 10 - 30 * 12)
  expect(Math.min(after.available, after.debt)).toBe(0)
})

test('a closed subject takes no more posts, and only an empty one can be closed', async () => {
  const { db } = database
  const subject = newSubject()
  const account = await fundedMember(db, subject, 10)
  const close = async () => await inTransaction(db, (tx) => closeSubject(tx, subject))
  await expect(close()).rejects.toMatchObject({ code: 'account_not_empty' })
  await postLines(db, move(account, houseIssued, 10))
  expect(await close()).toBe(1)
  expect(await close()).toBe(0)
  await expect(fund(db, account, 1)).rejects.toMatchObject({ code: 'account_closed' })
  await expect(inTransaction(db, (tx) => closeSubject(tx, 'house'))).rejects.toMatchObject({
    code: 'account_not_empty',
  })
})
