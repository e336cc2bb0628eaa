import { setTimeout as sleep } from 'node:timers/promises'
import type { Payout, PayoutOutcome, PayoutProvider } from '../payout-provider.ts'
import { isOrderOf, outcomeOfBatch, readBatch, readOrderAnswer, type PayPalBatch } from './paypal-answers.ts'
import { PayPalNotAsked, type PayPalAnswer, type PayPalClient } from './paypal-client.ts'

const payouts = '/v1/payments/payouts'
/** A payout is asked for so often at most, where the answer was lost, PayPal failed, or it had too much to do. */
const attemptsMax = 3

/** In place of an answer, of an order that did not leave. */
const notAsked: PayPalAnswer = { status: 401, body: null }

/**
 * PayPal Payouts, a batch of one item for each redemption, whose id is `sender_batch_id` and `sender_item_id`: PayPal pays
 * once for it within 30 days, and names the batch it has when it is asked again
 * (docs/decisions/104-paypal-is-asked-by-the-redemptions-id.md). A batch that it took is looked up until its item is paid
 * or came back.
 */
export function paypalProvider(client: PayPalClient, waitMs = 1_000): PayoutProvider {
  const batchOf = async (id: string) =>
    readBatch(await client.call('GET', `${payouts}/${encodeURIComponent(id)}`))
  return {
    name: 'paypal',
    kinds: ['paypal'],
    isFollowed: true,
    prepare: async () => await client.prepare(),
    send: async (payout) => {
      const order = orderOf(payout)
      for (let attempt = 1, mayHaveIt = false; ; attempt += 1) {
        const isLast = attempt === attemptsMax
        const answer = await client.call('POST', payouts, order).catch((error: unknown) => {
          if (error instanceof PayPalNotAsked) return notAsked
          if (isLast) throw error
        })
        const said = answer ? readOrderAnswer(answer) : { state: 'unclear' as const }
        if (said.state === 'taken') return { state: 'accepted', reference: said.batchId }
        if (said.state === 'repeated') return await original(said.batchId, payout, { batchOf, waitMs })
        const isBusy = answer === notAsked || answer?.status === 429
        // What it refuses after an answer that was lost may be paid all the same.
        if (said.state === 'refused' && (isLast || !isBusy))
          return mayHaveIt ? { state: 'unknown' } : { state: 'failed', reason: said.reason }
        if (said.state === 'unclear') mayHaveIt = true
        if (isLast) return { state: 'unknown' }
        await sleep(waitMs * attempt)
      }
    },
    lookUp: async (key, batchId) => {
      // Never heard of the batch: only its webhook can name it, and then a person. To order it again may pay it for the
      // first time (docs/decisions/139-a-repeated-order-is-never-a-refusal.md).
      if (batchId === null) return { state: 'unknown' }
      return outcomeOfBatch(await batchOf(batchId), key)
    },
  }
}

/**
 * PayPal has a batch under a payout's id: accepted where it is this payment's, whatever became of it, which the look-up
 * says. Nothing is ordered after that: an id that PayPal forgets within the minute would be paid again. Throws, which is
 * not knowing, where the batch is not named, cannot be had or is another's.
 */
async function original(
  batchId: string | null,
  payout: Payout,
  { batchOf, waitMs }: { batchOf: (id: string) => Promise<PayPalBatch>; waitMs: number },
): Promise<PayoutOutcome> {
  if (batchId === null) throw new Error('PayPal has an order of this id, and does not say which batch it is')
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (isOrderOf(await batchOf(batchId), payout)) return { state: 'accepted', reference: batchId }
      throw new Error('it is not for this payment, or does not say so')
    } catch (cause) {
      if (attempt === attemptsMax)
        throw new Error(`PayPal has an order of this id in its batch ${batchId}: ${String(cause)}`, { cause })
      await sleep(waitMs * attempt)
    }
  }
}

function orderOf({ idempotencyKey, usdCents, destination }: Payout): object {
  if (destination.kind !== 'paypal') throw new Error('PayPal pays to PayPal alone')
  return {
    sender_batch_header: { sender_batch_id: idempotencyKey, recipient_type: 'EMAIL' },
    items: [
      {
        recipient_type: 'EMAIL',
        receiver: destination.email,
        sender_item_id: idempotencyKey,
        amount: { currency: 'USD', value: (usdCents / 100).toFixed(2) },
      },
    ],
  }
}
