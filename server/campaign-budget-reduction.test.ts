import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import {
  advanceClock,
  app,
  follow,
  hasty,
  joinStage,
  openApp,
  refund,
  report,
  rightAfterClick,
  sale,
  sell,
  stage,
} from '#server/modules/conversions/conversions.fixture.ts'
import { reductionLines } from '#server/cli/reduction-lines.ts'
import { campaignRecord, reduceBudget, setCampaignState } from '#server/modules/campaigns/public.ts'
import { decideClickReview, payClicks } from '#server/modules/conversions/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { callOperator, operatorBearer, testActor, type TestOperator } from '#testing/operators.ts'

// What opens the product recounts at the end that budgets are what was put in, less what was taken out and earned.
openApp()

let mia: TestOperator
let fay: TestOperator
beforeAll(async () => {
  mia = await operatorBearer(app, 'manager', 'mia@crels.example')
  fay = await operatorBearer(app, 'finance', 'fay@crels.example')
})

const read = async (id: string, path = '') =>
  (await callOperator(app, mia, { path: `/campaigns/${id}${path}` })).body
const reduce = async (id: string, crels: number, reference: string, who = fay) =>
  await callOperator(app, who, {
    method: 'POST',
    path: `/campaigns/${id}/budget-reductions`,
    payload: { crels, reference, reason: 'Paid back' },
  })
const issued = async () => {
  const { rows } = await sql<{ crels: number }>`
    select sum(posted)::bigint as crels from account where code = 'house.issued' and asset = 'CREL'`.execute(
    app.db,
  )
  return rows[0]!.crels
}

test('takes crels out of a budget once for each reference, by finance, with a reason in the log', async () => {
  const { id } = await createCampaign(app, { budgetCrels: 105_000 })
  const before = await issued()
  expect((await reduce(id, 94_500, 'CN-1', mia)).status).toBe(403)
  const both = await Promise.all([1, 2].map(async () => await reduce(id, 94_500, 'CN-1')))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 200)!.body).toMatchObject({
    state: 'active',
    budget: { crels: 10_500, usdCents: 1_000_00 },
    spent: { crels: 0 },
    left: { crels: 10_500 },
    budgetChanges: [
      { crels: -94_500, reference: 'CN-1' },
      { crels: 105_000, reference: 'first' },
    ],
  })
  expect(both.find(({ status }) => status === 409)!.body.detail).toContain(
    'The budget was already reduced under CN-1: nothing was taken out.',
  )
  expect((await reduce(id, 1, 'CN-1')).status).toBe(409)
  // It is owed to nobody any more.
  expect((await issued()) - before).toBe(94_500)
  const { rows } = await sql<{ reason: string }>`
    select reason from audit_entry where action = 'campaign.reduce-budget' and target = ${id}`.execute(app.db)
  expect(rows).toEqual([{ reason: 'Paid back' }])
  for (const crels of [0, -5, 0.5, 10 ** 12])
    expect((await reduce(id, crels, 'CN-2')).status, String(crels)).toBe(422)
  expect((await reduce(`cmp_${'0'.repeat(32)}`, 5, 'CN-2')).status).toBe(404)
})

test('a payment or a reduction once more names who brought that one, whatever colleagues did since', async () => {
  const { id } = await createCampaign(app, { budgetCrels: 1_000 })
  const olga = await operatorBearer(app, 'owner', 'olga@crels.example')
  const topUp = async (crels: number, reference: string, who: TestOperator) =>
    await callOperator(app, who, {
      method: 'POST',
      path: `/campaigns/${id}/top-ups`,
      payload: { crels, reference },
    })
  expect((await topUp(50, 'INV-1', fay)).status).toBe(200)
  expect((await reduce(id, 20, 'CN-8', fay)).status).toBe(200)
  expect((await topUp(60, 'INV-2', olga)).status).toBe(200)
  expect((await reduce(id, 30, 'CN-9', olga)).status).toBe(200)
  const again = [
    // Another amount under the same reference, too.
    await topUp(50, 'INV-1', olga),
    await topUp(51, 'INV-1', olga),
    await reduce(id, 20, 'CN-8', olga),
    await reduce(id, 21, 'CN-8', olga),
  ]
  const [putIn, takenOut] = [
    /: nothing was added\. fay did campaign\.top-up on it at /,
    /: nothing was taken out\. fay did campaign\.reduce-budget on it at /,
  ]
  expect(again.map(({ status, body }) => [status, body.detail])).toEqual(
    [putIn, putIn, takenOut, takenOut].map((said) => [409, expect.stringMatching(said)]),
  )
})

test('what is paid or reserved stays, whatever comes back is free; a rest that pays nothing exhausts it', async () => {
  const at = await stage({ budgetCrels: 500 })
  const { eventId } = await sell(at)
  await rightAfterClick(at, async (clickId) => await report(at.key, hasty(clickId)))
  const { left, reserved, leastRewardCrels } = await read(at.campaignId, '/preview')
  expect([left.crels + reserved.crels + 84, reserved.crels % 84]).toEqual([500, 0])
  expect(reserved.crels).toBeGreaterThan(0)
  const more = await reduce(at.campaignId, left.crels + 1, 'CN-3')
  expect([more.status, more.body.code]).toEqual([409, 'conflict'])
  expect(more.body.detail).toContain(`Only ${left.crels} crels of the budget are neither paid nor reserved`)
  const most = await reduce(at.campaignId, left.crels - leastRewardCrels + 1, 'CN-3')
  expect(most.body).toMatchObject({ state: 'exhausted', left: { crels: leastRewardCrels - 1 } })
  expect((await reduce(at.campaignId, leastRewardCrels - 1, 'CN-4')).body.left.crels).toBe(0)
  // What a refund brings back into a campaign that is over does not stay there for good.
  await inTransaction(app.db, async (tx) =>
    setCampaignState(tx, testActor, { campaignId: at.campaignId, action: 'end', reason: 'Over' }),
  )
  expect((await refund(at.key, eventId)).status).toBe(200)
  expect((await reduce(at.campaignId, 84, 'CN-5')).body).toMatchObject({ state: 'ended', left: { crels: 0 } })
})

test('clicks under review, and accepted ones that are not paid yet, are said to be not reserved', async () => {
  // The hour of the clicks is not over by a slow machine.
  if (app.clock.now().getUTCMinutes() >= 45) await advanceClock('20 minutes')
  const log = pino({ level: 'silent' })
  const at = await stage({ clickMillicrels: 1_500, budgetCrels: 20 })
  const other = await joinStage(at.campaignId)
  const dataCenter = '95.216.10.1'
  const visit = async (code: string, times: number) => {
    for (let each = 0; each < times; each++)
      await follow(code, { 'user-agent': `Mozilla/5.0 (X11; Linux) Firefox/${each}.0` }, app, dataCenter)
  }
  const unreserved = async () => (await read(at.campaignId, '/preview')).unreservedClicks
  const none = { clicks: 0, crels: 0, usdCents: 0 }
  expect(await unreserved()).toEqual({ underReview: none, accepted: none })
  await visit(at.code, 5)
  await visit(other.code, 3)
  await advanceClock('1 hour')
  await payClicks(app.db, { log })
  // 7.5 and 4.5 crels: an enrolment may have a part of a crel already.
  const all = { clicks: 8, crels: 13, usdCents: 123 }
  expect(await unreserved()).toEqual({ underReview: all, accepted: none })
  expect(await read(at.campaignId, '/preview')).toMatchObject({ left: { crels: 20 }, reserved: { crels: 0 } })
  const { rows } = await sql<{ id: string }>`
    select id from click_review where enrolment_id = ${other.enrolmentId}`.execute(app.db)
  await inTransaction(app.db, async (tx) =>
    decideClickReview(tx, testActor, { reviewId: rows[0]!.id, accept: true }),
  )
  const parts = {
    underReview: { clicks: 5, crels: 8, usdCents: 76 },
    accepted: { clicks: 3, crels: 5, usdCents: 47 },
  }
  expect(await unreserved()).toEqual(parts)

  const lines = async (crels: number) =>
    await inTransaction(app.db, async (tx) => {
      const before = { ...(await campaignRecord(tx, at.campaignId)), unreserved: parts }
      const budgetLeftCrels = before.budgetLeftCrels - crels
      return reductionLines(before, { ...before, budgetLeftCrels, replayed: false }).slice(1)
    })
  const both = [
    'Not reserved: 5 clicks under review, worth up to 8 crels',
    'Not reserved: 3 clicks accepted and not paid yet, worth up to 5 crels',
  ]
  expect(await lines(7)).toEqual(both)
  expect(await lines(8)).toEqual([
    ...both,
    'That does not cover these clicks; any it cannot pay stay unpaid for good',
  ])
  await advanceClock('1 hour')
  await payClicks(app.db, { log })
  expect(await unreserved()).toEqual({ ...parts, accepted: none })
  expect((await read(at.campaignId, '/preview')).left.crels).toBe(16)
})

test('a sale and a reduction of the same crels: one of them gets them', async () => {
  for (let round = 0; round < 6; round++) {
    const at = await stage({ budgetCrels: 100 })
    const clickId = await follow(at.code)
    await advanceClock('10 seconds')
    const [sold, taken] = await Promise.all([
      report(at.key, sale(clickId)),
      reduce(at.campaignId, 100, 'CN-6'),
    ])
    const { left, budget } = await read(at.campaignId)
    expect([sold.body.status, taken.status, budget.crels, left.crels]).toEqual(
      taken.status === 200 ? ['rejected', 200, 0, 0] : ['accepted', 409, 100, 16],
    )
  }
})

test('the ledger itself gives away nothing that is reserved', async () => {
  const at = await stage({ budgetCrels: 100 })
  await rightAfterClick(at, async (clickId) => await report(at.key, hasty(clickId)))
  const wish = { campaignId: at.campaignId, crels: 100, reference: 'CN-7', reason: 'All of it' }
  await expect(
    inTransaction(app.db, async (tx) => await reduceBudget(tx, testActor, wish)),
  ).rejects.toMatchObject({ code: 'conflict' })
  expect((await read(at.campaignId)).budgetChanges).toHaveLength(1)
})
