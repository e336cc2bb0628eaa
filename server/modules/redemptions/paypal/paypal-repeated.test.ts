import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Payout, PayoutOutcome, PayoutProvider } from '../payout-provider.ts'
import { PayPalStandIn } from './paypal.fixture.ts'
import { refused, repeated } from './paypal-answers.fixture.ts'
import { openPayPal } from './paypal-client.ts'
import { paypalProvider } from './paypal-provider.ts'

const paypal = new PayPalStandIn()
let provider: PayoutProvider
let made = 0
beforeAll(async () => {
  const { clientId, clientSecret } = paypal
  provider = paypalProvider(
    openPayPal({ clientId, clientSecret, webhookId: null, origin: await paypal.open() }),
    { waitMs: 1 },
  )
})
beforeEach(() => {
  Object.assign(paypal, { repeated: repeated.observed, repeatedStatus: 400, batchFaults: 0 })
  paypal.faults.length = 0
})
afterAll(() => paypal.close())

/** A payment that PayPal has: as after a restore, where the order for it is not known any more. */
async function sentBefore(): Promise<Payout> {
  made += 1
  const destination = { kind: 'paypal', email: 'ada@example.com' } as const
  const payout = { idempotencyKey: `rdm_${made}`, usdCents: 12_30, destination }
  expect(await provider.send(payout)).toEqual({ state: 'accepted', reference: `BATCH${made}` })
  return payout
}

/** What the port's user takes a payment for. */
const send = async (payout: Payout) =>
  await provider.send(payout).catch((): PayoutOutcome => ({ state: 'unknown' }))

test.each(['observed', 'documented'] as const)(
  'an order that PayPal has is the batch that its %s answer names, and is asked for once',
  async (form) => {
    paypal.repeated = repeated[form]
    const payout = await sentBefore()
    const { orders } = paypal
    // Not begun, of which PayPal shows no item, and paid.
    for (const status of ['NEW', 'SUCCESS']) {
      const { batchId } = paypal.becomes(payout.idempotencyKey, status)
      expect(await send(payout)).toEqual({ state: 'accepted', reference: batchId })
    }
    expect(paypal.orders - orders).toBe(2)
  },
)

test('what became of the original is for the look-up to say: the repeated order itself never failed', async () => {
  const payout = await sentBefore()
  const { batchId } = paypal.becomes(payout.idempotencyKey, 'RETURNED')
  expect(await send(payout)).toEqual({ state: 'accepted', reference: batchId })
  expect(await provider.lookUp(payout.idempotencyKey, batchId)).toMatchObject({ state: 'failed' })
})

test('a link is read for the batch that it names, and never followed', async () => {
  let followed = 0
  const elsewhere = createServer((_request, response) => {
    followed += 1
    response.end('{}')
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  try {
    const payout = await sentBefore()
    paypal.repeated = (href) => repeated.observed(`${origin}${new URL(href).pathname}?page=1`)
    expect(await send(payout)).toMatchObject({ state: 'accepted' })
    paypal.repeated = () => repeated.observed(`${origin}/v1/payments/payouts/BATCH1/../../payouts-item/ITEM1`)
    expect(await send(payout)).toEqual({ state: 'unknown' })
    expect(followed).toBe(0)
  } finally {
    elsewhere.close()
  }
})

test.each([
  ['for another amount', { amount: { currency: 'USD', value: '12.31' } }],
  ['in other money', { amount: { currency: 'EUR', value: '12.30' } }],
  ['for another payment', { senderItemId: 'rdm_other' }],
  ['under another id', { senderBatchId: 'rdm_other' }],
] as const)('a batch %s is not taken for ours: what was asked for is not known', async (_what, changes) => {
  for (const status of ['NEW', 'SUCCESS']) {
    const payout = await sentBefore()
    const kept = paypal.becomes(payout.idempotencyKey, status)
    Object.assign(kept, changes)
    // Of a batch that is not begun, PayPal shows no item to look at.
    const isShown = status !== 'NEW' || !('senderItemId' in changes)
    expect((await send(payout)).state).toBe(isShown ? 'unknown' : 'accepted')
    if (isShown) await expect(provider.send(payout)).rejects.toThrow(kept.batchId)
  }
})

const twoLinks = (href: string) => ({
  ...repeated.observed(href),
  links: [{ href: `${href}X`, rel: 'self', method: 'GET' }],
})
test.each([
  ['without a link', 400, repeated.unnamed],
  ['with links to two batches', 400, twoLinks],
  ['with a link to no batch', 400, () => repeated.observed('https://www.paypal.com/')],
  ['with a link that is none', 400, () => repeated.observed('http://')],
  ['with no details at all', 400, () => refused('USER_BUSINESS_ERROR', 'User business error.')],
  ['with details that are no list', 400, () => ({ name: 'USER_BUSINESS_ERROR', details: {}, links: {} })],
  ['with other words, as 403', 403, () => refused('DUPLICATE_REQUEST', 'This was asked for before.')],
  ['in HTML', 400, () => '<h1>Bad request</h1>'],
] as const)(
  'an order that PayPal has, answered %s, is not known, and never failed',
  async (...[, status, said]) => {
    const payout = await sentBefore()
    Object.assign(paypal, { repeated: said, repeatedStatus: status })
    expect(await send(payout)).toEqual({ state: 'unknown' })
  },
)

test('the original is asked for again where PayPal fails, but the payment is not', async () => {
  const payout = await sentBefore()
  const { orders } = paypal
  paypal.batchFaults = 2
  expect(await send(payout)).toMatchObject({ state: 'accepted' })
  paypal.batchFaults = 3
  const { batchId } = paypal.kept.get(payout.idempotencyKey)!
  expect(await send(payout)).toEqual({ state: 'unknown', reference: batchId })
  expect(paypal.orders - orders).toBe(2)
})

test('a look-up of what PayPal never named asks for nothing: a first order would pay', async () => {
  const { orders } = paypal
  expect(await provider.lookUp('rdm_never', null)).toEqual({ state: 'unknown' })
  expect(paypal.orders).toBe(orders)
})
