import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatorHome } from '#contracts/operator-home.schemas.ts'
import type { OperatedRedemptionPage } from '#contracts/operator-redemptions.schemas.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { askServer } from '#testing/ask-server.ts'
import { callOperator, giveFactor, operatorBearer, testActor, type TestOperator } from '#testing/operators.ts'
import { createRedeemer, redeem, type Redeemer } from '#testing/redeemers.ts'

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
  expect((await list('state=requested')).items.map(({ id, waitsForLook }) => [id, waitsForLook])).toEqual([
    [open[0], true],
    [open[3], true],
    [later, false],
  ])
  const { queues } = (await callOperator(app, fay, { path: '/home' })).body as OperatorHome
  const counted = (name: string) => queues.find(({ queue }) => queue === name)
  expect(['redemptions', 'payouts', 'sending'].map((name) => counted(name)?.count)).toEqual([1, 0, 0])
  expect(counted('restored-payouts')).toMatchObject({
    count: 4,
    limitHours: 1,
    usdCents: items.reduce((sum, { usdCents }) => sum + usdCents, 0),
  })
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
