import { setTimeout as sleep } from 'node:timers/promises'
import {
  PROVIDER_TIMEOUT_MS,
  type Payout,
  type PayoutOutcome,
  type PayoutProvider,
} from '../payout-provider.ts'
import { isOrderOf, outcomeOfBatch, readBatch, readOrderAnswer, type PayPalBatch } from './paypal-answers.ts'
import { PayPalNotAsked, type PayPalAnswer, type PayPalClient } from './paypal-client.ts'

const payouts = '/v1/payments/payouts'
/** A payout is asked for so often at most, where the answer was lost, PayPal failed, or it had too much to do. */
const attemptsMax = 3
/**
 * How long it may all take, in milliseconds: an order with its repetitions and look-ups that hang would take longer than a
 * provider has, and what PayPal said before be lost.
 */
const withinMsMax = PROVIDER_TIMEOUT_MS - 5_000

/** How long it waits after a try, and for all of them; others than these for tests. */
export interface PayPalPace {
  waitMs?: number
  withinMs?: number
}

/** In place of an answer, of an order that did not leave. */
const notAsked: PayPalAnswer = { status: 401, body: null }

/**
 * PayPal Payouts, a batch of one item for each redemption, whose id is `sender_batch_id` and `sender_item_id`: PayPal pays
 * once for it within 30 days, and names the batch it has when it is asked again
 * (docs/decisions/104-paypal-is-asked-by-the-redemptions-id.md). A batch that it took is looked up until its item is paid
 * or came back.
 */
export function paypalProvider(
  client: PayPalClient,
  { waitMs = 1_000, withinMs = withinMsMax }: PayPalPace = {},
): PayoutProvider {
  const batchOf = async (id: string, within?: AbortSignal) =>
    readBatch(await client.call('GET', `${payouts}/${encodeURIComponent(id)}`, undefined, within))
  return {
    name: 'paypal',
    kinds: ['paypal'],
    isFollowed: true,
    prepare: async () => await client.prepare(),
    send: async (payout) => {
      const order = orderOf(payout)
      const within = AbortSignal.timeout(withinMs)
      for (let attempt = 1, mayHaveIt = false; ; attempt += 1) {
        const answer = await client.call('POST', payouts, order, within).catch((error: unknown) => {
          if (error instanceof PayPalNotAsked) return notAsked
          if (attempt === attemptsMax || within.aborted) throw error
        })
        const isLast = attempt === attemptsMax || within.aborted
        const said = answer ? readOrderAnswer(answer) : { state: 'unclear' as const }
        if (said.state === 'taken') return { state: 'accepted', reference: said.batchId }
        if (said.state === 'repeated')
          return await original(said.batchId, payout, { batchOf, waitMs, within })
        const isBusy = answer === notAsked || answer?.status === 429
        // What it refuses after an answer that was lost may be paid all the same.
        if (said.state === 'refused' && (isLast || !isBusy))
          return mayHaveIt ? { state: 'unknown' } : { state: 'failed', reason: said.reason }
        if (said.state === 'unclear') mayHaveIt = true
        if (isLast || !(await isTimeLeft(waitMs * attempt, within))) return { state: 'unknown' }
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
 * says. Nothing is ordered after that: an id that PayPal forgets within the minute would be paid again. Where the batch
 * cannot be had now, that is not known, and look-ups ask for it by its name. Throws, which is not knowing, where the batch
 * is not named or is another's.
 */
async function original(
  batchId: string | null,
  payout: Payout,
  {
    batchOf,
    waitMs,
    within,
  }: {
    batchOf: (id: string, within: AbortSignal) => Promise<PayPalBatch>
    waitMs: number
    within: AbortSignal
  },
): Promise<PayoutOutcome> {
  if (batchId === null) throw new Error('PayPal has an order of this id, and does not say which batch it is')
  for (let attempt = 1; ; attempt += 1) {
    const batch = await batchOf(batchId, within).catch(() => null)
    if (batch && isOrderOf(batch, payout)) return { state: 'accepted', reference: batchId }
    if (attempt < attemptsMax && (await isTimeLeft(waitMs * attempt, within))) continue
    if (!batch) return { state: 'unknown', reference: batchId }
    throw new Error(
      `PayPal has an order of this id in its batch ${batchId}, which is not, or not said to be, for this payment`,
    )
  }
}

/** Waits; whether there is time for another try then. */
async function isTimeLeft(waitMs: number, within: AbortSignal): Promise<boolean> {
  await sleep(waitMs, undefined, { signal: within }).catch(() => {})
  return !within.aborted
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
