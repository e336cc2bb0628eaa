import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { OperatorQueue } from '#contracts/operator-home.constants.ts'
import type { OperatorHome } from '#contracts/operator-home.schemas.ts'
import { OPERATOR_ROLES, type OperatorRole } from '#rules/operator-permissions.ts'
import { utcDate } from '#rules/utc-date.ts'
import {
  app,
  follow,
  hasty,
  openApp,
  report,
  stage,
  type Stage,
} from '#server/modules/conversions/conversions.fixture.ts'
import { proofsBeside } from '#server/modules/queues/books-beside.ts'
import { setCurrencyRates } from '#server/modules/exchange/public.ts'
import { waitingRows, type ReviewedQueue } from '#server/modules/queues/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { awayFromMidnight } from '#testing/midnight.ts'
import { callOperator, operatorBearer, testActor } from '#testing/operators.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { checkReviews } from './doctor/database-checks.ts'
import { pendingReviews } from './pending-reviews.ts'

openApp()

let share: Stage
beforeAll(async () => {
  // The rate is that of a date.
  await awayFromMidnight(app)
  await redeem(app, await createRedeemer(app))
  share = await stage({ sale: { bps: 1_000 } })
  const reviewed = await stage({ sale: { crels: 84 } })
  await report(reviewed.key, hasty(await follow(reviewed.code)))
})

async function homeOf(role: OperatorRole): Promise<OperatorHome> {
  const { status, body } = await callOperator(app, await operatorBearer(app, role), { path: '/home' })
  expect(status).toBe(200)
  return body as OperatorHome
}
const claimsIn = async () => (await homeOf('owner')).queues.find(({ queue }) => queue === 'claims')!

async function claim(orderReference: string, amount: { currency: string; minor: number }): Promise<void> {
  const { statusCode, body } = await app.server.inject({
    method: 'POST',
    url: '/api/v1/conversion-claims',
    headers: share.member.headers,
    payload: {
      campaignId: share.campaignId,
      type: 'sale',
      orderReference,
      occurredAt: app.clock.now().toISOString(),
      amount,
    },
  })
  expect(statusCode, body).toBe(201)
}

test('who may not read of money sees counts and ages alone, of every queue', async () => {
  for (const role of OPERATOR_ROLES) {
    const { queues } = await homeOf(role)
    const worth = queues.filter(({ usdCents }) => usdCents !== null && usdCents > 0).map(({ queue }) => queue)
    expect(worth, role).toEqual(role === 'support' ? [] : ['conversions', 'redemptions'])
    if (role === 'support') expect(queues.map(({ usdCents }) => usdCents)).toEqual(queues.map(() => null))
    for (const name of ['conversions', 'redemptions'])
      expect(queues.find(({ queue }) => queue === name)).toMatchObject({
        count: 1,
        oldestAt: expect.any(String),
      })
  }
  const { headers } = await operatorBearer(app, 'owner')
  const made = await app.server.inject({
    method: 'POST',
    url: '/api/v1/operator/keys',
    headers,
    payload: { name: 'Board', scopes: ['read'], days: 30 },
  })
  expect(made.statusCode, made.body).toBe(201)
  const board = await app.server.inject({
    url: '/api/v1/operator/home',
    headers: { authorization: `Bearer ${made.json().secret}` },
  })
  expect((board.json() as OperatorHome).queues.every(({ usdCents }) => usdCents === null)).toBe(true)
})

test('a share of a sale in another currency is worth what the rate of its day says, and unknown without one', async () => {
  expect(await claimsIn()).toMatchObject({ count: 0, usdCents: 0, unvalued: 0 })
  await claim('EUR-1', { currency: 'EUR', minor: 200_00 })
  expect(await claimsIn()).toMatchObject({ count: 1, usdCents: null, unvalued: 1 })
  await claim('USD-1', { currency: 'USD', minor: 50_00 })
  expect(await claimsIn()).toMatchObject({ count: 2, usdCents: 5_00, unvalued: 1 })
  const day = utcDate(app.clock.now())
  const rates = [
    { currency: 'EUR', day, usdPerUnit: '1.0835' },
    { currency: 'JPY', day, usdPerUnit: '0.0067' },
    { currency: 'KWD', day, usdPerUnit: '3.25' },
  ]
  await inTransaction(app.db, async (tx) => await setCurrencyRates(tx, testActor, { rates }))
  expect(await claimsIn()).toMatchObject({ count: 2, usdCents: 5_00 + 21_67, unvalued: 0 })
  // Minor units are not a hundredth everywhere.
  await claim('JPY-1', { currency: 'JPY', minor: 10_000 })
  await claim('KWD-1', { currency: 'KWD', minor: 2_000 })
  expect(await claimsIn()).toMatchObject({ usdCents: 5_00 + 21_67 + 6_70 + 65, unvalued: 0 })
})

test('every job that proves books beside the ledger is one of those that the home asks', async () => {
  const jobs = app.jobs.list().map(({ name }) => name)
  expect(proofsBeside.map(({ job }) => job)).toEqual(jobs.filter((name) => name.startsWith('reconcile-')))
})

test('Home, the doctor and /metrics count the same of what waits for a decision or an answer', async () => {
  await sql`
    insert into support_request (id, reference, email, topic, waiting_since)
    select 'sup_' || md5(topic), reference, 'ada@example.com', topic, crels_now() - interval '3 days'
    from (values ('other', '23456789'), ('abuse', '23456798'), ('account', '23456879')) asked (topic, reference)`.execute(
    app.db,
  )
  const pending = await pendingReviews(app.db)
  const metrics = (await app.server.inject('/metrics')).body
  const diagnosis = await checkReviews({ db: app.db, config: app.config, readiness: null })
  for (const { queue, count, oldestAt } of (await homeOf('owner')).queues) {
    if (!isReviewed(queue)) continue
    expect(pending[queue].open, queue).toBe(count)
    const since = oldestAt === null ? 0 : (app.clock.now().getTime() - Date.parse(oldestAt)) / 1_000
    expect(Math.abs(pending[queue].oldestSeconds - since), queue).toBeLessThan(10)
    expect(metrics).toContain(`crels_reviews{metric="${queue}"} ${count}`)
    if (count > 0) expect(diagnosis.says).toContain(`${queue} ${count}`)
  }
  expect(pending).toMatchObject({ support: { open: 2 }, abuse: { open: 1 }, conversions: { open: 1 } })
})
const isReviewed = (queue: OperatorQueue): queue is ReviewedQueue => queue in waitingRows
