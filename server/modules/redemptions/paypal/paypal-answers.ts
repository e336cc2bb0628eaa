import * as z from 'zod/mini'
import { utcDate } from '#rules/utc-date.ts'
import type { Payout, PayoutOutcome } from '../payout-provider.ts'
import type { PayPalAnswer } from './paypal-client.ts'

const money = z.object({ currency: z.string(), value: z.string() })
const header = z.object({ payout_batch_id: z.string(), batch_status: z.string() })
const orderAnswer = z.object({ batch_header: header })
const itemAnswer = z.object({
  payout_item_id: z.string(),
  payout_batch_id: z.optional(z.string()),
  transaction_id: z.optional(z.string()),
  transaction_status: z.optional(z.string()),
  time_processed: z.optional(z.nullable(z.string())),
  payout_item: z.object({ sender_item_id: z.optional(z.string()), amount: money }),
  errors: z.optional(z.object({ name: z.optional(z.string()), message: z.optional(z.string()) })),
})
const batchAnswer = z.object({
  batch_header: z.extend(header, {
    sender_batch_header: z.optional(z.object({ sender_batch_id: z.optional(z.string()) })),
    amount: z.optional(money),
  }),
  items: z.optional(z.array(itemAnswer)),
})
const refusal = z.object({ name: z.string() })

/** A payment as PayPal tells of it. */
export type PayPalItem = z.infer<typeof itemAnswer>
/** A batch as PayPal tells of it; one that it has not begun has no items. */
export type PayPalBatch = z.infer<typeof batchAnswer>

/** Reads what `GET /v1/payments/payouts-item/{id}` answered. */
export function readItem({ status, body }: PayPalAnswer): PayPalItem {
  if (status !== 200) throw new Error(`PayPal answered ${status} for a payment`)
  return itemAnswer.parse(body)
}

/** Reads what `GET /v1/payments/payouts/{id}` answered. */
export function readBatch({ status, body }: PayPalAnswer): PayPalBatch {
  if (status !== 200) throw new Error(`PayPal answered ${status} for a batch`)
  return batchAnswer.parse(body)
}

/**
 * What PayPal says to an order. `taken`: it has it now. `repeated`: it has one under this `sender_batch_id`, in the batch
 * that it names, if it names one. `refused`: it did not take it. `unclear`: none of them, so that it may be asked again.
 */
export type OrderAnswer =
  | { state: 'taken'; batchId: string }
  | { state: 'repeated'; batchId: string | null }
  | { state: 'refused'; reason: string }
  | { state: 'unclear' }

/** Refusals that do not say that nothing was done: too late, and beside another one of the same. */
const unsure = new Set([408, 409])

/** Reads what `POST /v1/payments/payouts` answered. */
export function readOrderAnswer({ status, body }: PayPalAnswer): OrderAnswer {
  if (status === 201) {
    const { data } = orderAnswer.safeParse(body)
    return data ? { state: 'taken', batchId: data.batch_header.payout_batch_id } : { state: 'unclear' }
  }
  if (status < 400 || status >= 500) return { state: 'unclear' }
  const named = batchesNamed(body)
  if (named.size > 0 || mayBeRepeated(body))
    return { state: 'repeated', batchId: named.size === 1 ? [...named][0]! : null }
  const name = refusal.safeParse(body).data?.name
  // A repeated order is a 400: one that cannot be read may be one.
  if (unsure.has(status) || (status === 400 && name === undefined)) return { state: 'unclear' }
  return { state: 'refused', reason: `PayPal did not take this payment${name ? `: ${name}` : ''}.` }
}

/**
 * The batches that the links of a refusal lead to, wherever they are: PayPal's schema has `links` of the error, and its
 * sandbox answers with `details[].link` beside an empty one. Of an address only the path is read, since it is another
 * origin than the one that we ask (`api.` for `api-m.`), and may be anybody's.
 */
function batchesNamed(value: unknown): Set<string> {
  if (typeof value !== 'object' || value === null) return new Set()
  const ids = Object.values(value).flatMap((part) => [...batchesNamed(part)])
  if ('href' in value && typeof value.href === 'string' && URL.canParse(value.href)) {
    const id = /^\/v1\/payments\/payouts\/([A-Za-z0-9-]{1,30})$/.exec(new URL(value.href).pathname)?.[1]
    if (id !== undefined) ids.push(id)
  }
  return new Set(ids)
}

/**
 * Whether a refusal may be that of a repeated order, in words that PayPal was seen to use or others: better a person
 * looks at one that is not, than that crels come back of what was paid. What the order had (`value`) says nothing.
 */
function mayBeRepeated(body: unknown): boolean {
  const said = JSON.stringify(body, (key, value: unknown) => (key === 'value' ? undefined : value))
  return /USER_BUSINESS_ERROR|sender_batch_id|already exists|duplicate/i.test(said)
}

/**
 * Whether a batch is the order for a payout: under its id, with its amount. Of one that is not begun its header alone can
 * say so.
 */
export function isOrderOf(batch: PayPalBatch, { idempotencyKey: key, usdCents }: Payout): boolean {
  const { sender_batch_header: sender, amount } = batch.batch_header
  const id = sender?.sender_batch_id
  const isAmount = (of: z.infer<typeof money> | undefined) =>
    of?.currency === 'USD' && Math.round(Number(of.value) * 100) === usdCents
  if (id !== undefined && id !== key) return false
  if (!batch.items?.length) return id === key && isAmount(amount)
  return isAmount(itemOf(batch, key)?.payout_item.amount)
}

/** What a batch's payment of this id came to. Throws as `outcomeOfItem`, and of a batch that is another's. */
export function outcomeOfBatch(batch: PayPalBatch, key: string): PayoutOutcome {
  const item = itemOf(batch, key)
  if (item) return outcomeOfItem(item)
  const { batch_status: status, payout_batch_id: reference, sender_batch_header: sender } = batch.batch_header
  if (batch.items?.length || (sender?.sender_batch_id ?? key) !== key)
    throw new Error(`PayPal's batch ${reference} is not for this payment`)
  if (status === 'DENIED' || status === 'CANCELED')
    return { state: 'failed', reason: `PayPal did not make this payment: ${status}.` }
  return { state: 'accepted', reference }
}

const itemOf = ({ items }: PayPalBatch, key: string) =>
  items?.find(({ payout_item: { sender_item_id: id } }) => id === key)

/** States in which money may still arrive or come back. */
const open = new Set(['NEW', 'PENDING', 'ONHOLD', 'UNCLAIMED'])
const cameBack = new Set(['FAILED', 'DENIED', 'RETURNED', 'BLOCKED', 'REFUNDED', 'REVERSED', 'CANCELED'])

/** What a payment came to. Throws for a state that we do not know: a person looks. */
export function outcomeOfItem(item: PayPalItem): PayoutOutcome {
  const { transaction_status: status = 'NEW', transaction_id: transaction, errors } = item
  if (status === 'SUCCESS')
    return {
      state: 'paid',
      reference: transaction ?? item.payout_item_id,
      paidOn: dayOf(item.time_processed),
    }
  if (open.has(status)) return { state: 'accepted', reference: item.payout_batch_id ?? null }
  if (!cameBack.has(status)) throw new Error(`PayPal says ${status} of a payment`)
  return {
    state: 'failed',
    reason: `PayPal did not pay: ${errors?.message ?? errors?.name ?? status.toLowerCase()}`,
  }
}

/** The day in UTC of a time with its zone, as RFC 3339 has it; undefined for other texts. */
function dayOf(time: string | null | undefined): string | undefined {
  if (!time || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(time)) return undefined
  const at = Date.parse(time)
  return Number.isNaN(at) ? undefined : utcDate(at)
}
