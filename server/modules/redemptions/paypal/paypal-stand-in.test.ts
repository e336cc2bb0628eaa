import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { PayPalStandIn } from './paypal.fixture.ts'
import { repeated } from './paypal-answers.fixture.ts'
import { openPayPal, type PayPalClient } from './paypal-client.ts'
import { paypalProvider } from './paypal-provider.ts'

/**
 * What PayPal publishes of its answers (Payouts 1.9, `payments_payouts_batch_v1.json` of
 * github.com/paypal/paypal-rest-api-specifications), in our words: the fields that we read or that it requires. A field
 * that it does not name is a fault of the stand-in, but for those that PayPal was seen to send.
 */
const id = z.string().max(30)
const time = z.iso.datetime()
const money = z.strictObject({ currency: z.string(), value: z.string().regex(/^\d+\.\d\d$/) })
// Seen beside them: `encType`.
const links = z.array(
  z.strictObject({ href: z.url(), rel: z.string(), method: z.literal('GET'), encType: z.string() }),
)
const status = { batch: z.enum(['DENIED', 'PENDING', 'PROCESSING', 'SUCCESS', 'CANCELED']) }
const senderHeader = z.strictObject({
  sender_batch_id: z.string().max(256),
  recipient_type: z.enum(['EMAIL', 'PHONE', 'PAYPAL_ID']),
})
const header = { payout_batch_id: id, batch_status: status.batch, sender_batch_header: senderHeader }
const created = z.strictObject({
  batch_header: z.strictObject({ ...header, time_created: time }),
  links: links.min(1),
})
const detail = z.strictObject({
  field: z.string(),
  location: z.enum(['body', 'path', 'query']),
  issue: z.string(),
})
const error = z.strictObject({
  name: z.string(),
  message: z.string(),
  debug_id: z.string(),
  information_link: z.url(),
  details: z.array(detail),
  links,
})
const item = z.strictObject({
  payout_item_id: id,
  payout_batch_id: id,
  transaction_id: id.optional(),
  transaction_status: z
    .enum([
      'SUCCESS',
      'FAILED',
      'PENDING',
      'UNCLAIMED',
      'RETURNED',
      'ONHOLD',
      'BLOCKED',
      'REFUNDED',
      'REVERSED',
    ])
    .optional(),
  time_processed: time.optional(),
  payout_item_fee: money,
  payout_item: z.strictObject({
    recipient_type: z.literal('EMAIL'),
    receiver: z.string().max(127),
    amount: money,
    sender_item_id: z.string().max(63),
    recipient_wallet: z.enum(['PAYPAL', 'VENMO', 'RECIPIENT_SELECTED']),
  }),
  // Required of an error; PayPal was seen to leave it out of an item's.
  errors: error.omit({ debug_id: true }).optional(),
  links,
})
const shownItem = item.extend({ sender_batch_id: z.string().max(256) })
const shownBatch = z.strictObject({
  batch_header: z.strictObject({ ...header, time_created: time, amount: money, fees: money }),
  items: z.array(item),
  links,
})
// Of a repeated `sender_batch_id`: links of a detail, which the published schema has nowhere.
const observed = error.extend({
  details: z.array(detail.extend({ link: links.min(1) })).min(1),
  links: links.max(0),
})

const paypal = new PayPalStandIn()
let client: PayPalClient
beforeAll(async () => {
  const { clientId, clientSecret } = paypal
  client = openPayPal({ clientId, clientSecret, webhookId: null, origin: await paypal.open() })
})
afterAll(() => paypal.close())

const order = {
  sender_batch_header: { sender_batch_id: 'rdm_1', recipient_type: 'EMAIL' },
  items: [
    {
      recipient_type: 'EMAIL',
      receiver: 'ada@example.com',
      sender_item_id: 'rdm_1',
      amount: { currency: 'USD', value: '12.30' },
    },
  ],
}
const ask = async (method: 'GET' | 'POST', path: string, body?: object) =>
  (await client.call(method, `/v1/payments/${path}`, body)).body

const faultsOf = (schema: z.ZodType, answer: unknown) => schema.safeParse(answer).error?.issues ?? []

test('the stand-in answers an order, its batch and its item as PayPal publishes it', async () => {
  expect(faultsOf(created, await ask('POST', 'payouts', order))).toEqual([])
  const error = { name: 'RECEIVER_UNREGISTERED', message: 'The receiver has no account' }
  for (const [status, why] of [['NEW'], ['PENDING'], ['SUCCESS'], ['RETURNED', error]] as const) {
    paypal.becomes('rdm_1', status, why)
    expect(faultsOf(shownBatch, await ask('GET', 'payouts/BATCH1'))).toEqual([])
    expect(faultsOf(shownItem, await ask('GET', 'payouts-item/ITEM1'))).toEqual([])
  }
})

test('the stand-in refuses as PayPal publishes it, and a repeated order as it was observed', async () => {
  expect(faultsOf(observed, await ask('POST', 'payouts', order))).toEqual([])
  paypal.repeated = repeated.documented
  const refusals = [await ask('POST', 'payouts', order), repeated.unnamed(), await ask('GET', 'payouts/NONE')]
  for (const fault of ['error 500', 'error 403', 'refuses'] as const) {
    paypal.faults.push(fault)
    refusals.push(await ask('POST', 'payouts', order))
  }
  for (const refusal of refusals) expect(faultsOf(error, refusal)).toEqual([])
})

test('the provider orders what PayPal publishes that it takes', async () => {
  const destination = { kind: 'paypal', email: 'ada@example.com' } as const
  const sent: unknown[] = []
  const asked: PayPalClient = {
    ...client,
    call: async (method, path, body) => {
      if (method === 'POST') sent.push(body)
      return await client.call(method, path, body)
    },
  }
  await paypalProvider(asked, { waitMs: 1 }).send({ idempotencyKey: 'rdm_2', usdCents: 12_30, destination })
  const [only] = order.items
  expect(sent).toEqual([
    {
      sender_batch_header: { ...order.sender_batch_header, sender_batch_id: 'rdm_2' },
      items: [{ ...only, sender_item_id: 'rdm_2' }],
    },
  ])
})
