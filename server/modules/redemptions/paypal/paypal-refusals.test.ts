import { expect, test } from 'vitest'
import { shiftClock } from '#server/platform/clock.ts'
import { watchQueues } from '#server/watch-queues.ts'
import { sendRedemption } from '../send-redemption.ts'
import { openPayPal } from './paypal-client.ts'
import { paypalProvider } from './paypal-provider.ts'
import {
  actor,
  app,
  approved,
  deps,
  lookUp,
  openPayPalApp,
  paypal,
  paypalOrigin,
  send,
  show,
} from './paypal-app.fixture.ts'

openPayPalApp()

test('without a token nothing is said to be sent, and it can be sent once there is one', async () => {
  const id = await approved()
  const { clientId, clientSecret } = paypal
  const client = openPayPal({ clientId, clientSecret, webhookId: null, origin: paypalOrigin })
  const fresh = { ...deps, providers: [paypalProvider(client, { waitMs: 1 })] }
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
  // The stand-in knows the last token alone: this client's is that from here.
  await send(await approved())
  const id = await approved()
  const before = paypal.orders
  const fault = `error ${status}` as const
  paypal.faults.push(fault, fault, fault)
  expect(await send(id)).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('not take') as string,
  })
  // Another token, or a moment later.
  expect(paypal.orders - before).toBe({ 401: 2, 403: 1, 429: 3 }[status])
  paypal.faults.length = 0
})

test('too many calls are tried again; a conflict, or a refusal after a lost answer, says nothing', async () => {
  const busy = await approved()
  paypal.faults.push('error 429')
  expect(await send(busy)).toMatchObject({ state: 'sending', providerState: 'accepted' })
  for (const faults of [
    ['error 409', 'error 409', 'error 409'],
    ['away', 'error 403'],
  ] as const) {
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
    reason: 'PayPal did not take this payment.',
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
