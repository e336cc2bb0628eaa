import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PROVIDER_TIMEOUT_MS } from '../payout-provider.ts'
import { sendRedemption } from '../send-redemption.ts'
import { openPayPal } from './paypal-client.ts'
import { paypalProvider, type PayPalPace } from './paypal-provider.ts'
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

/** As the product asks PayPal, whose answer it waits for `timeoutMs` for, and for all of a payout as `pace` says. */
function depsWith(timeoutMs: number | undefined, pace: PayPalPace): typeof deps {
  const { clientId, clientSecret } = paypal
  const client = openPayPal({ clientId, clientSecret, webhookId: null, origin: paypalOrigin }, timeoutMs)
  return { ...deps, providers: [paypalProvider(client, pace)] }
}

/** What a redemption is after it was sent so, and in how many milliseconds. */
async function timed(redemptionId: string, given: typeof deps) {
  const begun = performance.now()
  const row = await sendRedemption(app.db, { redemptionId, actor, provider: 'paypal' }, given)
  return { row, tookMs: performance.now() - begun }
}

test('an order that is not answered for 6 s is asked for again under its id, and paid once', async () => {
  const id = await approved()
  const before = paypal.orders
  paypal.faults.push('hangs')
  const { row, tookMs } = await timed(id, depsWith(undefined, { waitMs: 1 }))
  expect(row).toMatchObject({ state: 'sending', providerState: 'accepted' })
  expect(tookMs).toBeGreaterThan(5_900)
  expect(tookMs).toBeLessThan(9_000)
  expect(paypal.orders - before).toBe(2)
  expect([...paypal.kept.values()].filter(({ senderItemId }) => senderItemId === id)).toHaveLength(1)
}, 20_000)

test('an answer that comes within the time counts, however late', async () => {
  const id = await approved()
  const before = paypal.orders
  paypal.lateMs = 400
  paypal.faults.push('late')
  const { row } = await timed(id, depsWith(2_000, { waitMs: 1 }))
  expect(row).toMatchObject({ state: 'sending', providerState: 'accepted' })
  expect(paypal.orders - before).toBe(1)
})

test('two orders and all look-ups that hang: the batch that PayPal named is kept within the time, and looked up', async () => {
  const id = await approved()
  paypal.faults.push('hangs', 'hangs')
  paypal.batchHangs = 3
  const asked = paypal.batchQuestions
  // A twentieth of the times that there are, of which these would be over 30 s.
  const pace = { waitMs: 50, withinMs: PROVIDER_TIMEOUT_MS / 24 }
  const given = { ...depsWith(300, pace), providerTimeoutMs: PROVIDER_TIMEOUT_MS / 20 }
  const { row, tookMs } = await timed(id, given)
  const { batchId } = paypal.kept.get(id)!
  expect(row).toMatchObject({ state: 'sending', providerState: 'unknown', reference: batchId })
  expect(tookMs).toBeLessThan(PROVIDER_TIMEOUT_MS / 20)
  expect(paypal.batchQuestions - asked).toBeGreaterThan(0)
  paypal.batchHangs = 0
  await lookUp()
  expect(await show(id)).toMatchObject({ providerState: 'accepted', reference: batchId })
  paypal.becomes(id, 'SUCCESS')
  await lookUp()
  expect((await show(id)).state).toBe('paid')
})

test('a batch that PayPal named and that is another’s never becomes ours: the payout stays not known', async () => {
  const id = await approved()
  paypal.faults.push('answer lost')
  paypal.batchFaults = 3
  expect(await send(id)).toMatchObject({ providerState: 'unknown', reference: paypal.kept.get(id)!.batchId })
  const kept = paypal.becomes(id, 'SUCCESS')
  for (const changes of [{ senderItemId: 'rdm_other' }, { senderBatchId: 'rdm_other', status: 'NEW' }]) {
    Object.assign(kept, { senderItemId: id, senderBatchId: id }, changes)
    await lookUp()
    expect(await show(id)).toMatchObject({ state: 'sending', providerState: 'unknown' })
  }
  await app.redemptions.fail({ redemptionId: id, actor, reason: 'PayPal has another’s batch.' })
})

test('a provider that says nothing within its time is not known, and what it says later changes nothing', async () => {
  const id = await approved()
  const { promise: saysLate, resolve: sayLate } = Promise.withResolvers<void>()
  const answers: Promise<{ state: 'accepted'; reference: string }>[] = []
  const silent = {
    ...deps.providers[0]!,
    send: async () => {
      const answer = saysLate.then(() => ({ state: 'accepted' as const, reference: 'LATE' }))
      answers.push(answer)
      return await answer
    },
  }
  // Nothing but its time ends it: the provider is silent until it is over.
  const { row } = await timed(id, { ...deps, providers: [silent], providerTimeoutMs: 200 })
  expect(row).toMatchObject({ state: 'sending', providerState: 'unknown', reference: null })
  expect(answers).toHaveLength(1)
  sayLate()
  await answers[0]
  await sleep(400)
  expect(await show(id)).toMatchObject({ providerState: 'unknown', reference: null })
  await app.redemptions.fail({ redemptionId: id, actor, reason: 'PayPal knows nothing of it.' })
})
