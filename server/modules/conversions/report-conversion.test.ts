import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  app,
  follow,
  hasty,
  joinStage,
  openApp,
  advanceClock,
  read,
  report,
  sale,
  sell,
  stage,
} from './conversions.fixture.ts'
import { inTheirTime } from '#server/demo/demo-time.ts'
import { manyAtOnce } from '#testing/config.ts'
import { reportConversion } from './report-conversion.ts'

openApp()

test('carries a visit to crels in the wallet, every unit proven by the ledger', async () => {
  const at = await stage()
  const { status, body } = await sell(at)
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.stringMatching(/^cnv_[0-9a-f]{32}$/),
    eventId: expect.any(String),
    status: 'accepted',
    earning: { id: expect.stringMatching(/^ern_[0-9a-f]{32}$/), crels: 84, unlocksAt: expect.any(String) },
  })
  const days = (Date.parse(body.earning.unlocksAt) - app.clock.now().getTime()) / 86_400_000
  expect(days).toBeCloseTo(30, 2)
  expect(await read(at.member, '/wallet')).toMatchObject({ available: 0, pending: 84, reserved: 0, debt: 0 })

  await app.jobs.run('unlock-earnings')
  expect(await read(at.member, '/wallet')).toMatchObject({ available: 0, pending: 84 })
  await advanceClock('30 days')
  await app.jobs.run('unlock-earnings')
  expect(await read(at.member, '/wallet')).toMatchObject({ available: 84, pending: 0, reserved: 0, debt: 0 })

  const { items } = await read(at.member, '/earnings')
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

test('keeps where its click came from, unless the click is none of the brand’s', async () => {
  const [at, other] = [await stage(), await stage()]
  const referer = 'https://video.example/watch?v=1'
  // An address of Australia's.
  const clickId = await follow(`${at.code}?sub=autumn`, { referer }, app, '203.0.113.9')
  await advanceClock('10 seconds')
  const [own, foreign] = [await report(at.key, sale(clickId)), await report(other.key, sale(clickId))]
  const { rows } = await sql`
    select id, country, device, referrer_host, sub_id from conversion where click_id = ${clickId} order by id`.execute(
    app.db,
  )
  expect(rows).toEqual([
    { id: own.body.id, country: 'AU', device: 'desktop', referrer_host: 'video.example', sub_id: 'autumn' },
    { id: foreign.body.id, country: null, device: null, referrer_host: null, sub_id: null },
  ])
})

test('makes one earning and answers one 201 when many identical reports race', async () => {
  const at = await stage()
  const sent = sale(await follow(at.code))
  await advanceClock('10 seconds')
  const answers = await Promise.all(
    Array.from({ length: manyAtOnce }, async () => await report(at.key, sent)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(manyAtOnce - 1).fill(200), 201])
  for (const { body } of answers) expect(body).toEqual(answers[0]!.body)
  expect((await read(at.member, '/earnings')).items).toHaveLength(1)
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 84 })
})

test('answers a repeated event the same, and refuses its id for other values', async () => {
  const at = await stage()
  const occurredAt = new Date(app.clock.now().getTime() + 8_000).toISOString()
  const first = await sell(at, { occurredAt })
  expect(first.status).toBe(201)
  const again = await report(at.key, {
    ...first.sent,
    occurredAt: occurredAt.replace('Z', '+00:00'),
  })
  expect(again).toEqual({ status: 200, body: first.body })
  const changes = [
    { type: 'lead' },
    { amount: { currency: 'USD', minor: 1 } },
    { amount: undefined },
    { occurredAt: undefined },
    { clickId: 'clk_other' },
  ]
  for (const change of changes) {
    const { status, body } = await report(at.key, { ...first.sent, ...change })
    expect([status, body.code]).toEqual([409, 'event_mismatch'])
  }
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 84 })
})

test('keeps the event ids of brands apart', async () => {
  const [one, other] = [await stage(), await stage()]
  const eventId = 'order-of-both'
  const first = await sell(one, { eventId })
  const second = await sell(other, { eventId })
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body.id).not.toBe(first.body.id)
})

test('never pays more than the budget when fifty conversions race for ten', async () => {
  const at = await stage({ budgetCrels: 845 })
  const clickId = await follow(at.code)
  await advanceClock('10 seconds')
  const answers = await Promise.all(
    Array.from({ length: 50 }, async () => await report(at.key, sale(clickId))),
  )
  const accepted = answers.filter(({ body }) => body.status === 'accepted')
  const rejected = answers.filter(({ body }) => body.status === 'rejected')
  expect(accepted).toHaveLength(10)
  expect(rejected).toHaveLength(40)
  expect(new Set(rejected.map(({ body }) => body.reason))).toEqual(new Set(['budget_spent']))
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 840 })
  // 5 crels are left: less than the least reward.
  expect((await read(at.member, `/campaigns/${at.campaignId}`)).state).toBe('exhausted')
  const written = await sql`select state from campaign where id = ${at.campaignId}`.execute(app.db)
  expect(written.rows).toEqual([{ state: 'exhausted' }])
})

test('reserves the budget also for conversions under review', async () => {
  const at = await stage({ budgetCrels: 100 })
  const clickId = await follow(at.code)
  const held = await report(at.key, hasty(clickId))
  expect(held).toMatchObject({
    status: 201,
    body: { status: 'under_review', reason: 'too_fast', earning: { crels: 84 } },
  })
  await advanceClock('10 seconds')
  const next = await report(at.key, sale(clickId))
  expect(next.body).toMatchObject({ status: 'rejected', reason: 'budget_spent' })
  expect(await read(at.member, '/wallet')).toMatchObject({ available: 0, pending: 0, reserved: 0, debt: 0 })
  expect((await read(at.member, '/earnings?state=under_review')).items).toMatchObject([
    { id: held.body.earning.id, state: 'under_review', reason: 'too_fast', crels: 84 },
  ])
})

test('never lets a member earn more than the cap when conversions race', async () => {
  const at = await stage({ perMemberCapCrels: 300 })
  const clickId = await follow(at.code)
  await advanceClock('10 seconds')
  const answers = await Promise.all(
    Array.from({ length: 15 }, async () => await report(at.key, sale(clickId))),
  )
  const reasons = answers.map(({ body }) => body.reason ?? body.status).sort()
  expect(reasons).toEqual([...Array(3).fill('accepted'), ...Array(12).fill('member_cap_reached')])
  const other = await joinStage(at.campaignId)
  const theirs = await sell({ ...at, ...other })
  expect(theirs.body.status).toBe('accepted')
})

test('pays a share of the sale at the rate in force, and says how it was computed', async () => {
  const at = await stage({ sale: { bps: 800 } })
  const { body } = await sell(at, { amount: { currency: 'USD', minor: 49_99 } })
  // ⌊4 999 × 800 × 10.5 / 1 000 000⌋ = ⌊41.99⌋
  expect(body.earning.crels).toBe(41)
  const { items } = await read(at.member, '/earnings')
  expect(items[0].basis).toMatchObject({ saleUsdCents: 49_99, bps: 800, usdToCrels: '10.5' })
})

test('shows an enrolment what it converted and earned', async () => {
  const at = await stage()
  await sell(at)
  await sell(at, { type: 'lead' })
  const dayBefore = new Date(app.clock.now().getTime() - 86_400_000).toISOString()
  const rejected = await report(at.key, sale(await follow(at.code), { occurredAt: dayBefore }))
  expect(rejected.body).toMatchObject({ status: 'rejected', reason: 'before_click' })
  const { items } = await read(at.member, '/enrolments')
  expect(items[0].statistics).toMatchObject({ conversions: 2, pendingCrels: 96, availableCrels: 0 })
})

test('dates everything by domain time, whatever the day is', async () => {
  const at = await stage({ startsAt: new Date(Date.now() - 90 * 86_400_000).toISOString() })
  const clickId = await follow(at.code)
  await app.clicks.flush()
  const then = new Date(app.clock.now().getTime() + 6_000)
  await advanceClock('50 days')
  const sent = { ...sale(clickId), type: 'sale' as const, amount: undefined }
  const { answer } = await app.db
    .transaction()
    .execute(
      async (tx) =>
        await inTheirTime(tx, then, async () => await reportConversion(tx, { brandId: at.brandId }, sent)),
    )
  expect(answer.status).toBe('accepted')
  const { rows } = await sql<Record<string, Date>>`
    select c.created_at, c.occurred_at, e.created_at as earned_at, t.effective_at
    from conversion c join earning e on e.conversion_id = c.id join txn t on t.idem = e.id
    where c.id = ${answer.id}`.execute(app.db)
  const [moment, ...others] = Object.values(rows[0]!).map((date) => date.getTime())
  expect(others).toEqual([moment, moment, moment])
  // The clock goes on while the report is taken.
  expect(moment! - then.getTime()).toBeLessThan(600_000)
  expect(moment! - then.getTime()).toBeGreaterThanOrEqual(0)
  expect(Date.parse(answer.earning!.unlocksAt)).toBe(moment! + 30 * 86_400_000)
  await app.jobs.run('unlock-earnings')
  expect(await read(at.member, '/wallet')).toMatchObject({ available: 84, pending: 0 })
})
