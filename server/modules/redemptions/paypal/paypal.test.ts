import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dayMs, utcDate } from '#rules/utc-date.ts'
import { databaseNow, shiftClock } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { awayFromMidnight } from '#testing/midnight.ts'
import { askServer } from '#testing/ask-server.ts'
import { settleRestoredPayout } from '../settle-restored-payout.ts'
import {
  actor,
  app,
  approved,
  deps,
  lookUp,
  member,
  openPayPalApp,
  paypal,
  send,
  show,
} from './paypal-app.fixture.ts'

openPayPalApp()

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

test('the day of a payment is PayPal’s in UTC, and that on which it was heard of where PayPal’s cannot be', async () => {
  await awayFromMidnight(app)
  const ids = [await approved(), await approved(), await approved(), await approved(), await approved()]
  for (const id of ids) await send(id)
  await shiftClock(app.db, '3 days')
  const now = (await databaseNow(app.db)).getTime()
  const [today, dayBefore] = [utcDate(now), utcDate(now - dayMs)]
  const times = [
    `${dayBefore}T23:59:59Z`,
    `${today}T01:00:00+02:00`,
    new Date(now + 2 * dayMs).toISOString(),
    '2020-12-31T10:00:00Z',
    `${dayBefore} at noon`,
  ]
  for (const [at, id] of ids.entries()) paypal.becomes(id, 'SUCCESS').processedAt = times[at]!
  await lookUp()
  const { rows } = await sql<{ day: string }>`
    select r.paid_on::text as day from unnest(${ids}::text[]) with ordinality n (id, place)
    join redemption r on r.id = n.id order by n.place`.execute(app.db)
  expect(rows.map(({ day }) => day)).toEqual([dayBefore, dayBefore, today, today, today])
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

test('what was paid after a backup is found at PayPal, though an operator said that it was not paid', async () => {
  const id = await approved()
  const { usdCents } = await show(id)
  const destination = { kind: 'paypal', email: member.email } as const
  // As it was sent in the hours that the backup does not know.
  await deps.providers[0]!.send({ idempotencyKey: id, usdCents, destination })
  const { batchId, itemId } = paypal.becomes(id, 'SUCCESS')
  await askServer(app.databaseUrl, 'select mark_restored(now())')
  await askServer(app.databaseUrl, `update restoration set confirmed_at = now(), confirmed_by = 'olga'`)
  await inTransaction(app.db, async (tx) =>
    settleRestoredPayout(tx, { redemptionId: id, actor, payment: null }),
  )
  expect(await send(id)).toMatchObject({
    state: 'sending',
    providerState: 'accepted',
    reference: batchId,
    reason: null,
  })
  await lookUp()
  expect(await show(id)).toMatchObject({ state: 'paid', reference: `TX-${itemId}` })
})
