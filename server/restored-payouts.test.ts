import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { REDEMPTION_QUEUES } from '#contracts/operator-home.constants.ts'
import type { OperatorHome } from '#contracts/operator-home.schemas.ts'
import type { OperatedRedemptionPage } from '#contracts/operator-redemptions.schemas.ts'
import type { RedemptionPage } from '#contracts/redemptions.schemas.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { askServer } from '#testing/ask-server.ts'
import { callOperator, giveFactor, operatorBearer, testActor, type TestOperator } from '#testing/operators.ts'
import { createRedeemer, redeem, type Redeemer } from '#testing/redeemers.ts'
import { watchQueues } from './watch-queues.ts'

let app: TestApp
let fay: TestOperator
let olga: TestOperator
let member: Redeemer
/** Open in the backup: requested, approved, approved and requested. */
const open: string[] = []
let later: string
beforeAll(async () => {
  app = await startTestApp()
  olga = await operatorBearer(app, 'owner', 'olga@crels.example')
  fay = await operatorBearer(app, 'finance', 'fay@crels.example')
  for (const { operatorId } of [olga, fay]) await giveFactor(app, operatorId)
  member = await createRedeemer(app, { crels: 100_000 })
  for (let count = 0; count < 4; count += 1) open.push((await redeem(app, member)).id)
  for (const redemptionId of open.slice(1, 3))
    await app.redemptions.approve({ redemptionId, actor: testActor })
  await askServer(app.databaseUrl, 'select mark_restored(now())')
  await askServer(app.databaseUrl, `update restoration set confirmed_at = now(), confirmed_by = 'olga'`)
  later = (await redeem(app, member)).id
})
afterAll(() => app.close())

const list = async (query: string) =>
  (await callOperator(app, fay, { path: `/redemptions?${query}` })).body as OperatedRedemptionPage
const post = async (path: string, payload: object, who = fay) =>
  await callOperator(app, who, { method: 'POST', path: `/redemptions/${path}`, payload })
const paid = async (id: string, reference: string, who = fay) =>
  await post(`${id}/restored/paid`, { reference }, who)
const unpaid = async (ids: string[], who = fay) => await post('restored/unpaid', { ids }, who)

test('lists what may have been paid since, whatever its state; Home counts it', async () => {
  const { items } = await list('state=restored')
  expect(items.map(({ id, waitsForLook }) => [id, waitsForLook])).toEqual(open.map((id) => [id, true]))
  expect((await list('state=requested')).items.map(({ id }) => id)).toEqual([later])
  const { queues } = (await callOperator(app, fay, { path: '/home' })).body as OperatorHome
  const counted = (name: string) => queues.find(({ queue }) => queue === name)
  expect(['redemptions', 'payouts', 'sending'].map((name) => counted(name)?.count)).toEqual([1, 0, 0])
  expect(counted('restored-payouts')).toMatchObject({
    count: 4,
    limitHours: 1,
    usdCents: items.reduce((sum, { usdCents }) => sum + usdCents, 0),
  })
})

test('its member reads that it may have been paid already, and is not offered to cancel it', async () => {
  const { headers } = member
  const { items } = (
    await app.server.inject({ url: '/api/v1/redemptions', headers })
  ).json() as RedemptionPage
  const shown = (id: string) => items.find((one) => one.id === id)!
  for (const id of open)
    expect(shown(id)).toMatchObject({ waitsFor: { reason: 'may_be_paid' }, isCancellable: false })
  expect(shown(later)).toMatchObject({ waitsFor: null, isCancellable: true })
  const url = `/api/v1/redemptions/${open[0]}/cancel`
  expect((await app.server.inject({ method: 'POST', url, headers, payload: {} })).json().code).toBe(
    'not_cancellable',
  )
})

test('writes down what was paid without sending it, and lets go on what was not, each by itself', async () => {
  const done = await paid(open[1]!, 'PP-17')
  expect(done).toMatchObject({
    status: 200,
    body: { id: open[1], state: 'paid', reference: 'PP-17', waitsForLook: false },
  })
  // Requested: it is approved by that, also of who has emptied their country since, and would be paid nothing today.
  await askServer(
    app.databaseUrl,
    `update member set country_of_residence = null where uid = '${member.uid}'`,
  )
  expect((await paid(open[0]!, 'PP-18')).body).toMatchObject({ state: 'paid' })
  // It was approved and sent long ago: the member hears that it was paid, once, and its timeline has each step.
  const heard = await askServer<{ state: string }>(
    app.databaseUrl,
    `select facts->>'state' as state from notification where facts->>'redemptionId' = '${open[0]}'`,
  )
  expect(heard).toEqual([{ state: 'paid' }])
  const { items } = (
    await app.server.inject({ url: '/api/v1/redemptions', headers: member.headers })
  ).json() as RedemptionPage
  expect(items.find(({ id }) => id === open[0])!.timeline.map(({ state }) => state)).toEqual([
    'requested',
    'approved',
    'sending',
    'paid',
  ])
  await askServer(
    app.databaseUrl,
    `update member set country_of_residence = 'US' where uid = '${member.uid}'`,
  )
  const { status, body } = await unpaid([open[2]!, later])
  expect([status, body.done, body.refused]).toEqual([200, 1, 1])
  expect(body.results[1]).toMatchObject({ id: later, code: 'conflict' })
  expect((await list('state=approved')).items).toMatchObject([{ id: open[2], waitsForLook: false }])
  expect((await list('state=restored')).items.map(({ id }) => id)).toEqual([open[3]])
})

test('one’s own answer once more is the same; another answer, or another operator’s, names who was faster', async () => {
  expect((await paid(open[1]!, 'PP-17')).status).toBe(200)
  expect((await unpaid([open[2]!])).body.done).toBe(1)
  for (const late of [await paid(open[1]!, 'PP-99'), await paid(open[1]!, 'PP-17', olga)])
    expect([late.status, late.body.detail]).toEqual([
      409,
      expect.stringMatching(/waits for a look since a restore\. fay did restore\.payout on it at .+ UTC\.$/),
    ])
  expect((await unpaid([open[1]!])).body.results).toMatchObject([{ done: false, code: 'conflict' }])
})

test('refuses a payment without a name, and who may not', async () => {
  expect((await paid(open[3]!, ' ')).status).toBe(422)
  expect((await unpaid([])).status).toBe(422)
  const mia = await operatorBearer(app, 'manager', 'mia@crels.example')
  expect((await unpaid([open[3]!], mia)).body.code).toBe('forbidden')
  expect((await list('state=restored')).items).toHaveLength(1)
})

test('what waits for a look waits nowhere else: Home, lists, alerts, the gauge and runs have the same rows', async () => {
  const redeemer = await createRedeemer(app, { to: { kind: 'gift_card', email: 'cards@example.com' } })
  const sent = async (who: Redeemer) => {
    const { id: redemptionId } = await redeem(app, who, { usdCents: 20_00 })
    await app.redemptions.approve({ redemptionId, actor: testActor })
    await app.redemptions.send({ redemptionId, actor: testActor, provider: 'manual' })
    return redemptionId
  }
  const [sending, restored] = [await sent(redeemer), await sent(redeemer)]
  const { id: approved } = await redeem(app, member)
  await app.redemptions.approve({ redemptionId: approved, actor: testActor })
  await askServer(
    app.databaseUrl,
    `insert into restored_payout (redemption_id, restoration_id, requested_at, usd_cents)
     select id, (select max(id) from restoration), requested_at, usd_cents from redemption where id = any ($1)`,
    { values: [[restored, approved]] },
  )
  const waiting = {
    redemptions: [later],
    payouts: [open[2]!],
    sending: [sending],
    'payout-mismatches': [],
    'restored-payouts': [open[3]!, restored, approved],
  }
  const { queues } = (await callOperator(app, fay, { path: '/home' })).body as OperatorHome
  const watched = (await watchQueues(app.db)).queues
  for (const [name, ids] of Object.entries(waiting)) {
    const shown = REDEMPTION_QUEUES[name as keyof typeof waiting]
    expect(
      (await list(String(new URLSearchParams(shown)))).items.map(({ id }) => id),
      name,
    ).toEqual(ids)
    for (const counted of [queues, watched])
      expect(counted.find(({ queue }) => queue === name)?.count, name).toBe(ids.length)
  }
  // A scrape that takes longer than a second has what was measured last.
  await vi.waitFor(async () => {
    const { body: metrics } = await app.server.inject({ url: '/metrics' })
    expect(metrics).toContain('crels_payouts{metric="sending"} 1')
  }, 20_000)
  const drafted = await callOperator(app, fay, {
    method: 'POST',
    path: '/payout-runs',
    payload: { format: 'paypal', redemptionIds: [open[2], approved] },
  })
  expect(drafted.body.left).toEqual([
    {
      redemptionId: approved,
      why: 'It was open in a restored backup: say first whether it was paid since.',
    },
  ])
})

test('who was paid where one goes does not say that it was not paid', async () => {
  const to = { kind: 'gift_card', email: 'Shared@example.com' }
  const own = await createRedeemer(app, { email: 'fay+member@crels.example', to })
  const ownId = (await redeem(app, own)).id
  await app.redemptions.approve({ redemptionId: ownId, actor: testActor })
  const { id } = await redeem(app, await createRedeemer(app, { to }))
  await askServer(app.databaseUrl, 'select mark_restored(now())')
  await askServer(app.databaseUrl, `update restoration set confirmed_at = now(), confirmed_by = 'olga'`)
  const said = async (who: TestOperator) =>
    (await unpaid([id], who)).body as { results: { done: boolean; detail: string | null }[] }
  expect((await said(fay)).results).toMatchObject([
    { done: false, detail: expect.stringContaining('your own account was paid') as string },
  ])
  expect((await said(olga)).results).toMatchObject([{ done: true }])
})
