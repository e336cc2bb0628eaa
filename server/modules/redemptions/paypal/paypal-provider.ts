import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Payout, PayoutOutcome, PayoutProvider } from '../payout-provider.ts'
import { PayPalNotAsked, type PayPalAnswer, type PayPalClient } from './paypal-client.ts'

const payouts = '/v1/payments/payouts'
/** A payout is asked for so often at most, where the answer was lost, PayPal failed, or it had too much to do. */
const attemptsMax = 3

/**
 * PayPal Payouts, a batch of one item for each redemption, whose id is `sender_batch_id` and `sender_item_id`: PayPal pays
 * once for it within 30 days, and names the batch it has when it is asked again
 * (docs/decisions/104-paypal-is-asked-by-the-redemptions-id.md). A batch that it took is looked up until its item is paid
 * or came back.
 */
export function paypalProvider(client: PayPalClient, waitMs = 1_000): PayoutProvider {
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
        const outcome = answer && readOrderAnswer(answer)
        const isBusy = answer === notAsked || answer?.status === 429
        // What it refuses after an answer that was lost may be paid all the same.
        if (outcome && (isLast || !isBusy))
          return outcome.state === 'failed' && mayHaveIt ? { state: 'unknown' } : outcome
        if (!outcome) mayHaveIt = true
        if (isLast) return { state: 'unknown' }
        await sleep(waitMs * attempt)
      }
    },
    lookUp: async (key, batchId) => {
      // Never heard of the batch: only its webhook can name it, and then a person.
      if (batchId === null) return { state: 'unknown' }
      const answer = await client.call('GET', `${payouts}/${encodeURIComponent(batchId)}`)
      if (answer.status !== 200) throw new Error(`PayPal answered ${answer.status} for a batch`)
      const { batch_header: header, items } = batchAnswer.parse(answer.body)
      const item = items?.find(({ payout_item: { sender_item_id: id } }) => id === key)
      if (item) return outcomeOfItem(item)
      if (header.batch_status === 'DENIED' || header.batch_status === 'CANCELED')
        return { state: 'failed', reason: `PayPal did not make this payment: ${header.batch_status}.` }
      return { state: 'accepted', reference: batchId }
    },
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

const header = z.object({ payout_batch_id: z.string(), batch_status: z.string() })
const orderAnswer = z.object({ batch_header: header })
const itemAnswer = z.object({
  payout_item_id: z.string(),
  payout_batch_id: z.optional(z.string()),
  transaction_id: z.optional(z.string()),
  transaction_status: z.optional(z.string()),
  payout_item: z.object({
    sender_item_id: z.optional(z.string()),
    amount: z.object({ currency: z.string(), value: z.string() }),
  }),
  errors: z.optional(z.object({ name: z.optional(z.string()), message: z.optional(z.string()) })),
})
const batchAnswer = z.object({ batch_header: header, items: z.optional(z.array(itemAnswer)) })
const refusal = z.object({
  name: z.optional(z.string()),
  links: z.optional(z.array(z.object({ href: z.string() }))),
})

/** A payment as PayPal tells of it. */
export type PayPalItem = z.infer<typeof itemAnswer>

/** Reads what `GET /v1/payments/payouts-item/{id}` answered. */
export function readItem({ status, body }: PayPalAnswer): PayPalItem {
  if (status !== 200) throw new Error(`PayPal answered ${status} for a payment`)
  return itemAnswer.parse(body)
}

/** In place of an answer, of an order that did not leave. */
const notAsked: PayPalAnswer = { status: 401, body: null }

/** Refusals that do not say that nothing was done: too late, and beside another one of the same. */
const unsure = new Set([408, 409])

/** What an order came to; undefined where that is not known, so that it may be asked again. */
function readOrderAnswer({ status, body }: PayPalAnswer): PayoutOutcome | undefined {
  if (status === 201) {
    const { payout_batch_id: reference } = orderAnswer.parse(body).batch_header
    return { state: 'accepted', reference }
  }
  if (status < 400 || status >= 500 || unsure.has(status)) return undefined
  const { name, links } = refusal.safeParse(body).data ?? {}
  const original = links?.map(({ href }) => /\/v1\/payments\/payouts\/([A-Za-z0-9-]+)$/.exec(href)?.[1])
  const reference = original?.find((id) => id !== undefined)
  if (reference) return { state: 'accepted', reference }
  return { state: 'failed', reason: `PayPal did not take this payment${name ? `: ${name}` : ''}.` }
}

/** States in which money may still arrive or come back. */
const open = new Set(['NEW', 'PENDING', 'ONHOLD', 'UNCLAIMED'])
const cameBack = new Set(['FAILED', 'DENIED', 'RETURNED', 'BLOCKED', 'REFUNDED', 'REVERSED', 'CANCELED'])

/** What a payment came to. Throws for a state that we do not know: a person looks. */
export function outcomeOfItem(item: PayPalItem): PayoutOutcome {
  const { transaction_status: status = 'NEW', transaction_id: transaction, errors } = item
  if (status === 'SUCCESS') return { state: 'paid', reference: transaction ?? item.payout_item_id }
  if (open.has(status)) return { state: 'accepted', reference: item.payout_batch_id ?? null }
  if (!cameBack.has(status)) throw new Error(`PayPal says ${status} of a payment`)
  return {
    state: 'failed',
    reason: `PayPal did not pay: ${errors?.message ?? errors?.name ?? status.toLowerCase()}`,
  }
}
