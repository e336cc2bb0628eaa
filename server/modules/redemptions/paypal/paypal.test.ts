import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Wallet } from '#contracts/wallet.schemas.ts'
import { reconcile } from '#server/modules/ledger/public.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { watchQueues } from '#server/watch-queues.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { testActor } from '#testing/operators.ts'
import { createRedeemer, redeem, type Redeemer } from '#testing/redeemers.ts'
import type { RedemptionDeps } from '../redemption-deps.ts'
import { payoutMismatches, settleMismatch } from '../payout-mismatches.ts'
import { lookUpPayouts, sendRedemption } from '../send-redemption.ts'
import { PayPalStandIn } from './paypal.fixture.ts'
import { openPayPal } from './paypal-client.ts'
import { paypalProvider } from './paypal-provider.ts'

const paypal = new PayPalStandIn()
let app: TestApp
let member: Redeemer
let deps: RedemptionDeps
let paypalOrigin: string
beforeAll(async () => {
  const { clientId, clientSecret, webhookId } = paypal
  paypalOrigin = await paypal.open()
  const settings = { clientId, clientSecret, webhookId, origin: paypalOrigin }
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

const available = async () => {
  const answer = await app.server.inject({ url: '/api/v1/wallet', headers: member.headers })
  return (answer.json() as Wallet).available
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

test('without a token nothing is said to be sent, and it can be sent once there is one', async () => {
  const id = await approved()
  const { clientId, clientSecret } = paypal
  const client = openPayPal({ clientId, clientSecret, webhookId: null, origin: paypalOrigin })
  const fresh = { ...deps, providers: [paypalProvider(client, 1)] }
  const ask = async () => await sendRedemption(app.db, { redemptionId: id, actor, provider: 'paypal' }, fresh)
  paypal.refusesTokens = true
  await expect(ask()).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('nothing was sent') as string,
  })
  expect((await show(id)).state).toBe('approved')
  paypal.refusesTokens = false
  expect(await ask()).toMatchObject({ state: 'sending', providerState: 'accepted' })
})

test.each([401, 403, 429] as const)('what PayPal refuses with %s it did not take', async (status) => {
  const id = await approved()
  const before = paypal.orders
  const fault = `error ${status}` as const
  paypal.faults.push(fault, fault, fault)
  expect(await send(id)).toMatchObject({ state: 'failed', reason: expect.stringContaining('not take') as string })
  // Another token, or a moment later.
  expect(paypal.orders - before).toBe({ 401: 2, 403: 1, 429: 3 }[status])
  paypal.faults.length = 0
})

test('too many calls are tried again; a conflict, or a refusal after a lost answer, says nothing', async () => {
  const busy = await approved()
  paypal.faults.push('error 429')
  expect(await send(busy)).toMatchObject({ state: 'sending', providerState: 'accepted' })
  for (const faults of [['error 409', 'error 409', 'error 409'], ['away', 'error 403']] as const) {
    const id = await approved()
    paypal.faults.push(...faults)
    expect(await send(id)).toMatchObject({ state: 'sending', providerState: 'unknown' })
    await app.redemptions.fail({ redemptionId: id, actor, reason: 'PayPal knows nothing of it.' })
  }
})

test('keys that were taken back: what was not asked failed, and what PayPal has is not answered for', async () => {
  const [has, refused] = [await approved(), await approved()]
  await send(has)
  paypal.tokens += 1
  paypal.refusesTokens = true
  expect(await send(refused)).toMatchObject({
    state: 'failed',
    reason: 'PayPal did not take this payment: NO_TOKEN.',
  })
  expect((await lookUp()).unanswered).toBeGreaterThan(0)
  expect((await show(has)).state).toBe('sending')
  paypal.refusesTokens = false
  expect((await lookUp()).unanswered).toBe(0)
})

test('what nobody knows the outcome of is a queue of the console and a metric; what PayPal has is not', async () => {
  const [unheard, taken] = [await approved(), await approved()]
  const sending = async () => {
    const { queues } = await watchQueues(app.db)
    return queues.find(({ queue }) => queue === 'sending')!
  }
  const before = await sending()
  paypal.faults.push('away', 'away', 'away')
  await send(unheard)
  await send(taken)
  expect(await sending()).toMatchObject({ count: before.count + 1, oldestAt: expect.any(Date) as Date })
  const { body } = await app.server.inject({ url: '/metrics' })
  expect(body).toContain(`crels_payouts{metric="sending"} ${before.count + 1}`)
  expect(body).toMatch(/crels_payouts\{metric="sending_seconds"\} \d/)
  await shiftClock(app.db, '31 days')
  expect((await sending()).count).toBeGreaterThan(before.count + 1)
  await app.redemptions.fail({ redemptionId: unheard, actor, reason: 'PayPal knows nothing of it.' })
})

test('what PayPal takes back after it was paid, or pays after it failed, waits for a person until it is settled', async () => {
  const [back, late] = [await approved(), await approved()]
  await send(back)
  paypal.becomes(back, 'SUCCESS')
  await lookUp()
  const paid = await show(back)
  expect(paid.state).toBe('paid')
  paypal.faults.push('answer lost', 'away', 'away')
  await send(late)
  await app.redemptions.fail({ redemptionId: late, actor, reason: 'PayPal knows nothing of it.' })
  const crels = await available()

  paypal.becomes(back, 'RETURNED', { name: 'RECEIVER_ACCOUNT_LOCKED', message: 'The account is locked' })
  const { itemId } = paypal.becomes(late, 'SUCCESS')
  // PayPal says it again and again.
  for (const id of [back, late, back, late])
    expect((await app.server.inject(paypal.report(id))).statusCode).toBe(204)
  expect([(await show(back)).state, (await show(late)).state]).toEqual(['paid', 'failed'])
  expect(await available()).toBe(crels)
  expect(await payoutMismatches(app.db)).toMatchObject([
    { redemptionId: back, said: 'failed', detail: expect.stringContaining('locked') as string, usdCents: paid.usdCents },
    { redemptionId: late, said: 'paid', detail: `TX-${itemId}` },
  ])
  const { queues } = await watchQueues(app.db)
  expect(queues.find(({ queue }) => queue === 'payout-mismatches')).toMatchObject({ count: 2 })
  expect((await app.server.inject({ url: '/metrics' })).body).toContain('crels_payouts{metric="mismatches"} 2')

  const settle = async (redemptionId: string) => {
    const reason = 'The crels were given back.'
    await inTransaction(app.db, async (tx) => settleMismatch(tx, actor, { redemptionId, reason }, deps))
  }
  await settle(back)
  await expect(settle(back)).rejects.toMatchObject({ code: 'conflict' })
  // What is settled stays so.
  expect((await app.server.inject(paypal.report(back))).statusCode).toBe(204)
  expect((await payoutMismatches(app.db)).map(({ redemptionId }) => redemptionId)).toEqual([late])
  await settle(late)
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
