import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Wallet } from '#contracts/wallet.schemas.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { watchQueues } from '#server/watch-queues.ts'
import { startTestApp } from '#testing/app.ts'
import { payoutMismatches, settleMismatch } from '../payout-mismatches.ts'
import {
  actor,
  app,
  approved,
  deps,
  lookUp,
  member,
  openPayPalApp,
  paypal,
  paypalOrigin,
  send,
  show,
} from './paypal-app.fixture.ts'

openPayPalApp()

const available = async () => {
  const answer = await app.server.inject({ url: '/api/v1/wallet', headers: member.headers })
  return (answer.json() as Wallet).available
}

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
    {
      redemptionId: back,
      said: 'failed',
      detail: expect.stringContaining('locked') as string,
      usdCents: paid.usdCents,
    },
    { redemptionId: late, said: 'paid', detail: `TX-${itemId}` },
  ])
  const { queues } = await watchQueues(app.db)
  expect(queues.find(({ queue }) => queue === 'payout-mismatches')).toMatchObject({ count: 2 })
  expect((await app.server.inject({ url: '/metrics' })).body).toContain(
    'crels_payouts{metric="mismatches"} 2',
  )

  const settle = async (redemptionId: string) => {
    const reason = 'The crels were given back.'
    await inTransaction(app.db, async (tx) => settleMismatch(tx, actor, { redemptionId, reason }, deps))
  }
  await settle(back)
  await expect(settle(back)).rejects.toMatchObject({ code: 'conflict' })
  // What is settled stays so, while PayPal repeats it.
  expect((await app.server.inject(paypal.report(back))).statusCode).toBe(204)
  expect((await payoutMismatches(app.db)).map(({ redemptionId }) => redemptionId)).toEqual([late])
  await settle(late)

  // It came back again, for another reason; and so much later that nobody repeats it.
  const open = async () => (await payoutMismatches(app.db)).map(({ redemptionId }) => redemptionId)
  paypal.becomes(back, 'REVERSED', { name: 'DISPUTE', message: 'It was disputed' })
  await app.server.inject(paypal.report(back))
  expect(await open()).toEqual([back])
  await settle(back)
  await shiftClock(app.db, '6 days')
  for (const id of [back, late]) await app.server.inject(paypal.report(id))
  expect(await open()).toEqual([])
  await shiftClock(app.db, '2 days')
  for (const id of [back, late, back, late]) await app.server.inject(paypal.report(id))
  expect(await open()).toEqual([back, late])
  const { rows } = await sql`
    select said, settled_at is not null as settled from payout_mismatch
    where redemption_id = ${back} order by said_at`.execute(app.db)
  expect(rows).toEqual([true, true, false].map((settled) => ({ said: 'failed', settled })))
})

test('what came back, and PayPal says for the first time that it paid, waits; that it paid what came back does not', async () => {
  const [byHand, byPayPal] = [await approved(), await approved()]
  paypal.faults.push('answer lost', 'away', 'away')
  await send(byHand)
  const { itemId } = paypal.becomes(byHand, 'SUCCESS')
  // Whoever looked it up in PayPal wrote down its own name.
  await app.redemptions.pay({ redemptionId: byHand, actor, reference: `TX-${itemId}` })
  await send(byPayPal)
  paypal.becomes(byPayPal, 'SUCCESS')
  await lookUp()
  for (const redemptionId of [byHand, byPayPal])
    await app.redemptions.return({ redemptionId, actor, reason: 'The account is closed.' })
  const before = await available()
  for (const id of [byHand, byPayPal, byHand])
    expect((await app.server.inject(paypal.report(id))).statusCode).toBe(204)
  const found = (await payoutMismatches(app.db)).filter(({ state }) => state === 'returned')
  expect(found).toMatchObject([{ redemptionId: byHand, said: 'paid', detail: `TX-${itemId}`, attempt: null }])
  expect([(await show(byHand)).state, await available()]).toEqual(['returned', before])
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

test('PayPal is not asked about what is no payment of ours, is old, or comes too often from one network', async () => {
  const id = await approved()
  await send(id)
  const { clientId, clientSecret, webhookId } = paypal
  const limited = await startTestApp({
    paypal: { clientId, clientSecret, webhookId, origin: paypalOrigin },
    rateLimit: true,
  })
  const post = async (changes: object, remoteAddress = '198.51.100.1') =>
    (await limited.server.inject({ ...paypal.report(id), remoteAddress, ...changes })).statusCode
  try {
    await limited.server.ready()
    const before = paypal.judged
    // The other installation's payment is none of this one; nor is a batch's report about any.
    expect(await post({})).toBe(204)
    expect(await post({ payload: '{"event_type":"PAYMENT.PAYOUTSBATCH.SUCCESS","resource":{}}' })).toBe(204)
    const { headers } = paypal.report(id)
    for (const days of [-8, 1]) {
      const time = new Date(Date.now() + days * 86_400_000).toISOString()
      expect(await post({ headers: { ...headers, 'paypal-transmission-time': time } })).toBe(403)
    }
    expect(paypal.judged).toBe(before)
    const payload = paypal.report(id, '').payload
    const answers = new Set<number>()
    for (let count = 0; count < 80; count += 1) answers.add(await post({ payload: `${payload} ` }))
    expect([...answers]).toEqual([403, 429])
    expect(paypal.judged - before).toBeLessThanOrEqual(60)
    expect(await post({}, '198.51.100.2')).toBe(204)
  } finally {
    await limited.close()
  }
})

test('reports that name no payment of ours do not keep out those that do', async () => {
  const id = await approved()
  await send(id)
  paypal.becomes(id, 'SUCCESS')
  const { promise, resolve } = Promise.withResolvers<void>()
  paypal.gate = promise
  const stranger = async () => (await app.server.inject(paypal.report(id, ''))).statusCode
  const before = paypal.judged
  const strangers = Array.from({ length: 6 }, stranger)
  await expect.poll(() => paypal.judged).toBe(before + 1)
  expect((await app.server.inject(paypal.report(id))).statusCode).toBe(204)
  expect((await show(id)).state).toBe('paid')
  resolve()
  paypal.gate = undefined
  expect((await Promise.all(strangers)).sort()).toEqual([204, 503, 503, 503, 503, 503])
})
