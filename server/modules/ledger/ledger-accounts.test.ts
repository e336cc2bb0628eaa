import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Db } from '#server/platform/database.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { listAccounts, trialBalance } from './ledger-accounts.ts'

let database: TestDatabase
let owner: Db
beforeAll(async () => {
  database = await createTestDatabase()
  owner = openDatabase({ url: database.url, poolSize: 1 })
  await sql`
    insert into account (party, code, asset, floor)
    select 'pty_' || lpad(to_hex(n), 32, '0'), code, 'CREL', 0
    from generate_series(1, 50000) n, unnest(array['member.available', 'member.pending']) code`.execute(owner)
  await sql`analyze account`.execute(owner)
})
afterAll(async () => {
  await owner.destroy()
  await database.drop()
})

test('a page of accounts reads a short range of an index, whatever it is narrowed by', async () => {
  const party = `pty_${'1'.padStart(32, '0')}`
  for (const query of [{}, { code: 'member.pending' as const }, { party }]) {
    const rows = await listAccounts(owner, { ...query, after: 40_000, limit: 21 })
    expect(rows.length).toBeLessThanOrEqual(21)
    const began = performance.now()
    for (let at = 0; at < 10; at += 1) await listAccounts(owner, { ...query, after: 40_000, limit: 21 })
    // A scan of the whole table takes many times as long.
    expect((performance.now() - began) / 10, JSON.stringify(query)).toBeLessThan(50)
  }
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select id from account where id > 40000 and code = 'member.pending' order by id limit 21`.execute(
    owner,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/account_of_code|account_pkey/)
  expect(plan).not.toContain('Seq Scan')
})

test('every kind of account is in the trial balance, also one without an account', async () => {
  const balances = await trialBalance(owner)
  expect(balances.find(({ code }) => code === 'member.pending')).toMatchObject({
    accounts: 50_000,
    posted: 0,
  })
  expect(balances.find(({ code }) => code === 'campaign.budget')).toMatchObject({ accounts: 0, posted: 0 })
})
