import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcile } from '#server/modules/ledger/public.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { testActor } from '#testing/operators.ts'
import { createRedeemer, redeem, type Redeemer } from '#testing/redeemers.ts'
import type { RedemptionDeps } from '../redemption-deps.ts'
import { lookUpPayouts, sendRedemption } from '../send-redemption.ts'
import { PayPalStandIn } from './paypal.fixture.ts'
import { openPayPal } from './paypal-client.ts'
import { paypalProvider } from './paypal-provider.ts'

const paypal = new PayPalStandIn()
let app: TestApp
let member: Redeemer
let deps: RedemptionDeps
beforeAll(async () => {
  const { clientId, clientSecret, webhookId } = paypal
  const settings = { clientId, clientSecret, webhookId, origin: await paypal.open() }
  app = await startTestApp({ paypal: settings })
  await app.server.ready()
  member = await createRedeemer(app, { crels: 100_000 })
  deps = { ...app.redemptionDeps, providers: [paypalProvider(openPayPal(settings), 1)] }
})
afterAll(async () => {
  expect((await reconcile(app.db)).findings.filter(({ count }) => count > 0)).toEqual([])
  await app.close()
  await paypal.close()
})

const actor = testActor

async function approved(): Promise<string> {
  const { id } = await redeem(app, member)
  await app.redemptions.approve({ redemptionId: id, actor })
  return id
}

const send = async (redemptionId: string) =>
  await sendRedemption(app.db, { redemptionId, actor, provider: 'paypal' }, deps)

/** Of those that are being sent, two minutes later. */
const lookUp = async () => {
  await shiftClock(app.db, '2 minutes')
  return await lookUpPayouts(app.db, deps)
}

const show = async (id: string) => await app.redemptions.show(id)

test('asks PayPal for the dollars under the redemption’s id, and pays when PayPal has paid', async () => {
  const id = await approved()
  const sent = await app.redemptions.send({ redemptionId: id, actor, provider: 'paypal' })
  const { batchId, receiver, amount } = paypal.kept.get(id)!
  expect(sent).toMatchObject({ state: 'sending', providerState: 'accepted', reference: batchId })
  expect({ receiver, amount }).toEqual({
    receiver: member.email,
    amount: { currency: 'USD', value: (sent.usdCents / 100).toFixed(2) },
  })
  await lookUp()
  expect(await show(id)).toMatchObject({ state: 'sending' })
  paypal.becomes(id, 'UNCLAIMED')
  await lookUp()
  expect(await show(id)).toMatchObject({ state: 'sending' })
  const { itemId } = paypal.becomes(id, 'SUCCESS')
  await lookUp()
  expect(await show(id)).toMatchObject({ state: 'paid', reference: `TX-${itemId}` })
})

test.each(['RETURNED', 'FAILED', 'BLOCKED'])('what is %s gives the crels back, with why', async (status) => {
  const id = await approved()
  await send(id)
  paypal.becomes(id, status, { name: 'RECEIVER_UNREGISTERED', message: 'The receiver has no account' })
  await lookUp()
  expect(await show(id)).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('no account') as string,
  })
})

test.each([['answer lost'], ['error 500'], ['away'], ['away', 'answer lost']] as const)(
  'an order that meets %s %s is asked for again under its id, and paid once',
  async (...faults) => {
    const id = await approved()
    const before = paypal.orders
    paypal.faults.push(...faults)
    expect(await send(id)).toMatchObject({ state: 'sending', providerState: 'accepted' })
    expect(paypal.orders - before).toBe(faults.length + 1)
    expect([...paypal.kept.values()].filter(({ senderItemId }) => senderItemId === id)).toHaveLength(1)
    paypal.becomes(id, 'SUCCESS')
    await lookUp()
    expect((await show(id)).state).toBe('paid')
  },
)

test('one whose answer is never heard is not known, is never sent again, and settled by PayPal’s report', async () => {
  const id = await approved()
  paypal.faults.push('answer lost', 'away', 'away')
  expect(await send(id)).toMatchObject({ state: 'sending', providerState: 'unknown' })
  const { orders } = paypal
  await lookUp()
  await send(id)
  expect(paypal.orders).toBe(orders)
  paypal.becomes(id, 'SUCCESS')
  expect((await app.server.inject(paypal.report(id))).statusCode).toBe(204)
  expect((await show(id)).state).toBe('paid')
})

test('a refusal gives the crels back, but not after an answer that was lost: that may be paid', async () => {
  const refused = await approved()
  paypal.faults.push('refuses')
  expect(await send(refused)).toMatchObject({
    state: 'failed',
    reason: 'PayPal did not take this payment: VALIDATION_ERROR.',
  })
  const unsure = await approved()
  paypal.faults.push('away', 'refuses')
  expect(await send(unsure)).toMatchObject({ state: 'sending', providerState: 'unknown' })
  await app.redemptions.fail({ redemptionId: unsure, actor, reason: 'PayPal knows nothing of it.' })
})

test('a token that PayPal took back is asked for anew', async () => {
  const id = await approved()
  await send(id)
  paypal.tokens += 1
  paypal.becomes(id, 'SUCCESS')
  await lookUp()
  expect((await show(id)).state).toBe('paid')
})

test('a report is believed after PayPal said that it is its own, and of what it is about PayPal is asked', async () => {
  const id = await approved()
  await send(id)
  const report = paypal.report(id)
  const post = async (changes: object) => (await app.server.inject({ ...report, ...changes })).statusCode
  // A report of success, where the payment is pending: nothing is paid by it.
  paypal.becomes(id, 'PENDING')
  expect(await post({})).toBe(204)
  expect((await show(id)).state).toBe('sending')
  paypal.becomes(id, 'SUCCESS')
  expect(await post({ payload: report.payload.replace('WH-1', 'WH-2') })).toBe(403)
  expect(await post({ headers: { 'content-type': 'application/json' } })).toBe(400)
  expect(await post({ payload: 'no report' })).toBe(400)
  expect((await show(id)).state).toBe('sending')
  const twice = await Promise.all([post({}), post({})])
  expect(twice).toEqual([204, 204])
  expect((await show(id)).state).toBe('paid')
  // It comes again, after the fact and in another order.
  paypal.becomes(id, 'PENDING')
  expect(await post({})).toBe(204)
  expect((await show(id)).state).toBe('paid')
})
