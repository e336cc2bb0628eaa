import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { expectSound, follow, pass, read, report, sale, sell, stage } from './conversions.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  await expectSound(app.db)
  await app.close()
})

test('carries a visit to crels in the wallet, every unit proven by the ledger', async () => {
  const at = await stage(app)
  const { status, body } = await sell(app, at)
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.stringMatching(/^cnv_[0-9a-f]{32}$/),
    eventId: expect.any(String),
    status: 'accepted',
    earning: { id: expect.stringMatching(/^ern_[0-9a-f]{32}$/), crels: 84, unlocksAt: expect.any(String) },
  })
  const days = (Date.parse(body.earning.unlocksAt) - app.clock.now().getTime()) / 86_400_000
  expect(days).toBeCloseTo(30, 2)
  expect(await read(app, at.member, '/wallet')).toEqual({ available: 0, pending: 84, held: 0, debt: 0 })

  await app.jobs.run('unlock-earnings')
  expect(await read(app, at.member, '/wallet')).toMatchObject({ available: 0, pending: 84 })
  await pass(app, '30 days')
  expect(await app.jobs.run('unlock-earnings')).toMatchObject({ failed: 0 })
  expect(await read(app, at.member, '/wallet')).toEqual({ available: 84, pending: 0, held: 0, debt: 0 })

  const { items } = await read(app, at.member, '/earnings')
  expect(items).toMatchObject([{ id: body.earning.id, state: 'available', crels: 84, reversedCrels: 0 }])
  expect(Date.parse(items[0].unlockedAt)).toBeGreaterThanOrEqual(Date.parse(items[0].unlocksAt))
  const entries = await sql`
    select t.kind, a.code, e.amount from entry e join txn t on t.id = e.txn_id join account a on a.id = e.account_id
    where t.idem = ${body.earning.id} order by e.seq`.execute(app.db)
  expect(entries.rows).toEqual([
    { kind: 'earning_pending', code: 'campaign.budget', amount: -84 },
    { kind: 'earning_pending', code: 'member.pending', amount: 84 },
    { kind: 'earning_unlocked', code: 'member.pending', amount: -84 },
    { kind: 'earning_unlocked', code: 'member.available', amount: 84 },
  ])
})
