import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { RETRY_DELAYS_MS } from '#rules/webhook-retry.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { decideApplication, leaveCampaign } from './modules/campaigns/public.ts'
import {
  app,
  follow,
  hasty,
  joinStage,
  openApp,
  refund,
  report,
  sale,
  sell,
  stage,
} from './modules/conversions/conversions.fixture.ts'
import { decideConversionReview } from './modules/conversions/public.ts'
import { recordFailure, takeDue } from './modules/webhooks/delivery-queries.ts'
import { WebhookPump } from './modules/webhooks/webhook-pump.ts'
import { endReceivers, hurry } from './modules/webhooks/webhooks.fixture.ts'
import { inTransaction } from './platform/transaction.ts'
import { deliveries, listen, trusted } from './webhooks.fixture.ts'
import { testActor } from '#testing/operators.ts'

openApp()
endReceivers()

test('reports conversions, signed as Standard Webhooks says: accepted, under review, decided, rejected, reversed', async () => {
  const at = await stage()
  const { receiver, secret, id } = await listen(at.brandId)
  const { eventId, sent } = await sell(at)
  await refund(at.key, eventId, { amount: { currency: 'USD', minor: 50_00 }, refundId: 'half' })
  const tooFast = await report(at.key, hasty(await follow(at.code)))
  expect(tooFast.body.status).toBe('under_review')
  await inTransaction(
    app.db,
    async (tx) =>
      await decideConversionReview(tx, testActor, { conversionId: tooFast.body.id, accept: true }),
  )
  await report(at.key, sale('clk_unknown'))
  // The same report again sends nothing.
  await report(at.key, sent)
  expect(await app.webhooks.deliverDue()).toBe(5)

  const messages = trusted(receiver, secret)
  const of = (type: string) => messages.filter((message) => message.type === type).map(({ data }) => data)
  expect(of('conversion.accepted')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        eventId,
        campaignId: at.campaignId,
        enrolmentId: at.enrolmentId,
        reason: null,
      }),
      expect.objectContaining({
        id: tooFast.body.id,
        earning: expect.objectContaining({ crels: 84, state: 'pending' }),
      }),
    ]),
  )
  expect(of('conversion.under_review')).toMatchObject([
    { id: tooFast.body.id, reason: 'too_fast', status: 'under_review' },
  ])
  expect(of('conversion.rejected')).toMatchObject([
    { reason: 'click_unknown', campaignId: null, earning: null },
  ])
  expect(of('conversion.reversed')).toMatchObject([
    {
      conversion: { eventId },
      refund: { refundId: 'half', whole: false, reportedAmountMinor: 50_00, reversedCrels: 42 },
    },
  ])
  expect(
    (await deliveries(id)).map(({ state, attempts, lastStatus }) => [state, attempts, lastStatus]),
  ).toEqual(Array.from({ length: 5 }, () => ['delivered', 1, 204]))
  expect(await app.webhooks.deliverDue()).toBe(0)
})

test('reports enrolments: joined, applied, declined, left', async () => {
  const open = await stage()
  const { receiver, secret } = await listen(open.brandId)
  const { member } = await joinStage(open.campaignId)
  await inTransaction(
    app.db,
    async (tx) => void (await leaveCampaign(tx, member, { campaignId: open.campaignId })),
  )
  const choosy = await createCampaign(app, { brandId: open.brandId, approval: 'application' })
  const applied = await app.server.inject({
    method: 'POST',
    url: `/api/v1/campaigns/${choosy.id}/enrolment`,
    headers: member.headers,
    payload: { message: 'Please' },
  })
  await inTransaction(app.db, async (tx) =>
    decideApplication(
      tx,
      testActor,
      { enrolmentId: applied.json().id, approve: false, reason: 'Not now' },
      {},
    ),
  )
  await app.webhooks.deliverDue()
  const messages = trusted(receiver, secret)
  expect(messages.map(({ type }) => type).sort()).toEqual([
    'enrolment.applied',
    'enrolment.declined',
    'enrolment.joined',
    'enrolment.left',
  ])
  expect(messages.find(({ type }) => type === 'enrolment.declined')!.data).toMatchObject({
    campaignId: choosy.id,
    state: 'declined',
  })
  // No message to a brand names the member, nor says what was said to them.
  expect(JSON.stringify(messages)).not.toContain(member.uid)
  expect(JSON.stringify(messages)).not.toContain('Not now')
})

test('sends nothing of what was rolled back, of other brands or of events that were not asked for', async () => {
  const at = await stage()
  const elsewhere = await stage()
  const asked = await listen(at.brandId, { events: ['conversion.rejected'] })
  const other = await listen(elsewhere.brandId)
  await sell(at)
  await app.db
    .transaction()
    .execute(async (tx) => {
      await leaveCampaign(tx, elsewhere.member, { campaignId: elsewhere.campaignId })
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  expect(await app.webhooks.deliverDue()).toBe(0)
  await report(at.key, sale('clk_unknown'))
  await app.webhooks.deliverDue()
  expect(trusted(asked.receiver, asked.secret)).toMatchObject([{ type: 'conversion.rejected' }])
  expect(other.receiver.received).toEqual([])
})

test('tries again the same message under the same id, ten times, and says why it failed', async () => {
  const at = await stage()
  const { receiver, secret, id } = await listen(at.brandId, { events: ['conversion.accepted'] })
  receiver.answer = (response) => void response.writeHead(500).end('no')
  await sell(at)
  await app.webhooks.deliverDue()
  const [first] = await deliveries(id)
  // One, unless this machine was paused during the first wait.
  const attempts = receiver.received.length
  expect(first).toMatchObject({ state: 'pending', attempts, lastStatus: 500, lastError: 'refused' })
  const waitMs = first!.nextAttemptAt!.getTime() - first!.lastAttemptAt!.getTime()
  expect(waitMs).toBeGreaterThanOrEqual(0.8 * RETRY_DELAYS_MS[0])

  for (const _ of RETRY_DELAYS_MS) {
    await hurry(app)
    await app.webhooks.deliverDue()
  }
  expect(await deliveries(id)).toMatchObject([{ state: 'failed', attempts: 10, nextAttemptAt: null }])
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(1)
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)

  // By hand, once it works again.
  receiver.answer = (response) => void response.writeHead(200).end('ok')
  expect(await app.webhookOperations.replay(testActor, { endpointId: id })).toBe(1)
  await app.webhooks.deliverDue()
  expect(trusted(receiver, secret)).toHaveLength(11)
  expect(await deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 1, lastStatus: 200 }])
  expect(await app.webhookOperations.replay(testActor, { endpointId: id })).toBe(0)
  expect(
    await app.webhookOperations.replay(testActor, { endpointId: id, all: true, since: new Date(0) }),
  ).toBe(1)
  await app.webhooks.deliverDue()
})

test('two processes deliver each message once, and an attempt without an outcome is repeated', async () => {
  const at = await stage()
  const { receiver, id } = await listen(at.brandId, { events: ['conversion.accepted'] })
  await Promise.all(Array.from({ length: 30 }, async () => await app.webhookOperations.test(testActor, id)))
  const deps = { secret: { seal: () => '', open: () => 'whsec_AAAA' }, mailer: { send: async () => {} } }
  const other = new WebhookPump(app.db, {
    ...deps,
    log: pino({ level: 'silent' }),
    publicOrigin: app.config.publicOrigin,
    allowLocalDestinations: true,
  })
  await Promise.all([app.webhooks.deliverDue(), other.deliverDue()])
  // Of a machine under load one may have to be sent again.
  await hurry(app)
  await app.webhooks.deliverDue()
  await other.close()
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  const sent = (await deliveries(id)).map(({ state, attempts }) => ({ state, attempts }))
  expect(sent).toHaveLength(30)
  expect(new Set(sent.map(({ state }) => state))).toEqual(new Set(['delivered']))
  expect(new Set(ids).size).toBe(30)
  expect(ids.length).toBeLessThanOrEqual(sent.reduce((sum, { attempts }) => sum + attempts, 0))

  // A process took this one and was killed.
  await app.webhookOperations.test(testActor, id)
  await sql`
    update webhook_delivery set attempts = 1, next_attempt_at = now() + interval '1 minute'
    where state = 'pending'`.execute(app.db)
  expect(await app.webhooks.deliverDue()).toBe(0)
  await hurry(app)
  expect(await app.webhooks.deliverDue()).toBe(1)
})

test('what cannot be signed, since the installation has another secret, has failed, and is sent with a new one', async () => {
  const at = await stage()
  const { receiver, id } = await listen(at.brandId)
  await app.webhookOperations.test(testActor, id)
  await sql`update webhook_endpoint set secret = 'sealed otherwise' where id = ${id}`.execute(app.db)
  await app.webhooks.deliverDue()
  expect(await deliveries(id)).toMatchObject([{ state: 'pending', lastError: 'secret_unreadable' }])

  // The old one would sign beside the new one for a day, if it could.
  const { secret } = await app.webhookOperations.rotate(testActor, id)
  await hurry(app)
  await app.webhooks.deliverDue()
  expect(trusted(receiver, secret)).toMatchObject([{ type: 'webhook.test' }])
})

test('failing endpoints delay no other, however many they are and however much waits for them', async () => {
  const [theirs, mine] = [await stage(), await stage()]
  const bad = await Promise.all(Array.from({ length: 9 }, async () => await listen(theirs.brandId)))
  for (const { id, receiver } of bad) {
    receiver.answer = (response) => void response.writeHead(500).end()
    for (let waits = 0; waits < 8; waits++) await app.webhookOperations.test(testActor, id)
  }
  const ids = bad.map(({ id }) => id)
  const good = await listen(mine.brandId)
  await app.webhookOperations.test(testActor, good.id)

  const taken = async (known: Partial<Parameters<typeof takeDue>[1]> = {}) => {
    await hurry(app)
    const due = await takeDue(app.db, {
      limit: 32,
      perEndpoint: 4,
      busy: [],
      underWay: [],
      served: [],
      ...known,
    })
    const ours = new Set([...ids, good.id])
    return due.map(({ endpointId }) => endpointId).filter((id) => ours.has(id))
  }
  // Who was served longest ago comes first: those of whom nothing is known yet.
  const first = await taken({ served: [good.id] })
  expect(first).not.toContain(good.id)
  expect(await taken({ served: [...new Set(first)] })).toContain(good.id)

  // And who fails has one attempt at a time.
  await inTransaction(app.db, async (tx) => {
    for (const { id } of bad) await recordFailure(tx, id)
  })
  expect((await taken()).sort()).toEqual([...ids, good.id].sort())
  expect((await taken({ underWay: ids.slice(1) })).sort()).toEqual([ids[0], good.id].sort())
  await hurry(app)
  await app.webhooks.deliverDue()
  expect(good.receiver.received).toHaveLength(1)
})
