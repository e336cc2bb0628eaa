import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type {
  LedgerAccount,
  LedgerEntry,
  LedgerTransaction,
  LiabilityDay,
  TrialBalance,
} from '#contracts/operator-ledger.schemas.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'
import { createRedeemer, giveCrels, redeem, type Redeemer } from '#testing/redeemers.ts'

let app: TestApp
let fay: TestOperator
let rea: TestOperator
let member: Redeemer
beforeAll(async () => {
  app = await startTestApp()
  fay = await operatorBearer(app, 'finance')
  rea = await operatorBearer(app, 'read-only')
  member = await createRedeemer(app, { crels: 10_000 })
})
afterAll(() => app.close())

const read = async (path: string, who = fay) => await callOperator(app, who, { path })
const accountsOf = async (query: string, who = fay) =>
  (await read(`/ledger/accounts?${query}`, who)).body.items as LedgerAccount[]

test('the trial balance comes to zero for each asset, and says what members have', async () => {
  const { status, body } = await read('/ledger/trial-balance')
  expect(status).toBe(200)
  const { assets, liability } = body as TrialBalance
  expect(assets.map(({ asset, sum }) => [asset, sum])).toEqual([
    ['CREL', 0],
    ['PTS', 0],
    ['USD', 0],
  ])
  const [crel] = assets
  expect(crel!.balances.find(({ code }) => code === 'member.available')).toEqual({
    code: 'member.available',
    accounts: 1,
    posted: 10_000,
    reserved: 0,
  })
  expect(crel!.balances.find(({ code }) => code === 'house.issued')!.posted).toBe(-10_000)
  expect(liability).toEqual({ crels: 10_000, points: 0, usdToCrels: '10.5', usdCents: 95_238 })
  const support = await operatorBearer(app, 'support')
  expect((await read('/ledger/trial-balance', support)).status).toBe(403)
})

test('accounts are found by kind and owner; members are named to who may read of them alone', async () => {
  const [own] = await accountsOf(`owner=${member.uid}&code=member.available`)
  expect(own).toMatchObject({
    code: 'member.available',
    asset: 'CREL',
    party: member.party,
    owner: { uid: member.uid, title: null },
    posted: 10_000,
    entries: 1,
  })
  expect(await accountsOf(`owner=${member.uid}`, rea)).toEqual([])
  expect(await accountsOf(`owner=${member.party}`, rea)).toMatchObject([{ owner: null }])
  const house = await accountsOf('owner=house&code=house.issued&asset=CREL')
  expect(house).toHaveLength(8)
  expect((await read('/ledger/accounts?code=house.nothing')).status).toBe(422)
})

test('accounts and entries are read by pages, each row once', async () => {
  for (let at = 0; at < 5; at += 1) await giveCrels(app, member.party, 1)
  const [own] = await accountsOf(`owner=${member.uid}&code=member.available`)
  const all = async <T>(path: string) => {
    const rows: T[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await read(`${path}?limit=2${cursor && `&cursor=${cursor}`}`)
      rows.push(...(body.items as T[]))
      cursor = body.nextCursor as string | null
    }
    return rows
  }
  const entries = await all<LedgerEntry>(`/ledger/accounts/${own!.id}/entries`)
  expect(entries.map(({ balanceAfter }) => balanceAfter)).toEqual([
    10_005, 10_004, 10_003, 10_002, 10_001, 10_000,
  ])
  const accounts = await all<LedgerAccount>('/ledger/accounts')
  expect(new Set(accounts.map(({ id }) => id)).size).toBe(accounts.length)
  expect(accounts.length).toBeGreaterThan(8)
  expect((await read('/ledger/accounts/999999999/entries')).status).toBe(404)
  expect((await read('/ledger/accounts/x/entries')).status).toBe(404)
})

test('a transaction shows all its lines, and leads to the redemption that it was posted for', async () => {
  const { id } = await redeem(app, member)
  const actor = { via: 'job', source: 'test' } as const
  await app.redemptions.approve({ redemptionId: id, actor })
  await app.redemptions.send({ redemptionId: id, actor, provider: 'manual' })
  await app.redemptions.pay({ redemptionId: id, actor, reference: 'bank 1' })
  const [own] = await accountsOf(`owner=${member.uid}&code=member.available`)
  const [entry] = (await read(`/ledger/accounts/${own!.id}/entries`)).body.items as LedgerEntry[]
  expect(entry).toMatchObject({ scope: 'redemption', source: id, amount: -1_000 })
  const { body } = await read(`/ledger/transactions/${entry!.transactionId}`)
  const { lines, ...transaction } = body as LedgerTransaction
  expect(transaction).toMatchObject({
    scope: 'redemption',
    source: id,
    reverses: null,
    reversedBy: null,
    sale: null,
  })
  const sums = new Map<string, number>()
  for (const { asset, amount } of lines) sums.set(asset, (sums.get(asset) ?? 0) + amount)
  expect([...sums.values()].every((sum) => sum === 0)).toBe(true)
  expect(lines).toContainEqual(
    expect.objectContaining({ code: 'member.available', owner: { uid: member.uid, title: null } }) as unknown,
  )
  expect((await read(`/ledger/transactions/txn_${'0'.repeat(32)}`)).status).toBe(404)
})

test('each day is closed once, with the balances and the rate at its end', async () => {
  const days = async (query = '') => (await read(`/ledger/liability${query}`)).body.items as LiabilityDay[]
  expect(await days()).toEqual([])
  expect(await app.jobs.run('close-ledger-days')).toEqual({ closed: 0 })
  const { crels } = (
    await sql<{ crels: number }>`
      select sum(posted)::bigint as crels from account where code in ('member.available', 'member.pending')`.execute(
      app.db,
    )
  ).rows[0]!
  await shiftClock(app.db, '1 day')
  await giveCrels(app, member.party, 500)
  await shiftClock(app.db, '3 days')
  const runs = await Promise.all([1, 2].map(() => app.jobs.run('close-ledger-days')))
  expect(runs.map((run) => (run as { closed: number }).closed).reduce((sum, one) => sum + one, 0)).toBe(4)
  const rows = await days()
  expect(rows.map((row) => row.crels)).toEqual([crels + 500, crels + 500, crels + 500, crels])
  expect(rows[0]).toMatchObject({
    usdToCrels: '10.5',
    usdCents: Math.floor(((crels + 500) * 100) / 10.5),
    points: 0,
    debtCrels: 0,
  })
  expect(rows.map(({ day }) => day)).toEqual(
    rows
      .map(({ day }) => day)
      .toSorted()
      .toReversed(),
  )
  const first = await read('/ledger/liability?limit=2')
  expect(first.body.items).toHaveLength(2)
  expect(await days(`?limit=2&cursor=${first.body.nextCursor}`)).toEqual(rows.slice(2))
  const yearNone = Buffer.from(JSON.stringify(['0000-01-01'])).toString('base64url')
  for (const cursor of ['bad', yearNone])
    expect((await read(`/ledger/liability?cursor=${cursor}`)).status).toBe(422)
  // What was made on a day that is closed, as the demo's past is, is in the next one that closes with the balances.
  await shiftClock(app.db, '-2 days')
  await giveCrels(app, member.party, 70)
  await shiftClock(app.db, '3 days')
  await giveCrels(app, member.party, 9)
  expect(await app.jobs.run('close-ledger-days')).toEqual({ closed: 1 })
  expect((await days())[0]!.crels).toBe(crels + 570)
  await expect(sql`update ledger_day set posted = 0`.execute(app.db)).rejects.toThrow('permission denied')
})
