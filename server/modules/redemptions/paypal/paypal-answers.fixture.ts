/** A payment as the stand-in keeps it. */
export interface Kept {
  batchId: string
  itemId: string
  senderBatchId: string
  senderItemId: string
  receiver: string
  amount: { currency: string; value: string }
  status: string
  /** When it was paid or came back; a fixed day unless given. */
  processedAt?: string
  error?: { name: string; message: string }
}

/** Where PayPal's links lead, whichever address it was asked at: it names `api.`, also where `api-m.` was asked. */
const linked = 'https://api.sandbox.paypal.com'
const documented = 'https://developer.paypal.com/docs/api/payments.payouts-batch/#errors'

export const batchHref = (batchId: string) => `${linked}/v1/payments/payouts/${batchId}`
const itemHref = (itemId: string) => `${linked}/v1/payments/payouts-item/${itemId}`
const linkTo = (href: string, rel = 'self') => ({ href, rel, method: 'GET', encType: 'application/json' })

/** What PayPal says of a refusal. */
export function refused(name: string, message: string, more: { details?: object[]; links?: object[] } = {}) {
  const { details = [], links = [] } = more
  return { name, message, debug_id: 'f05063556a338', information_link: documented, details, links }
}

const exists = 'Batch with given sender_batch_id already exists'
const ofBatchId = (issue: string, more: object = {}) => ({
  field: 'SENDER_BATCH_ID',
  location: 'body',
  issue,
  ...more,
})

/**
 * What PayPal says to a `sender_batch_id` that it has. `observed`: its sandbox, as public projects recorded it.
 * `documented`: its published schema, in which only the error itself has links. `unnamed`: recorded in 2015, with no link.
 * The sources are in docs/decisions/139-a-repeated-order-is-never-a-refusal.md.
 */
export const repeated = {
  observed: (href: string) =>
    refused('USER_BUSINESS_ERROR', 'User business error.', {
      details: [ofBatchId(exists, { link: [linkTo(href)] })],
    }),
  documented: (href: string) =>
    refused('USER_BUSINESS_ERROR', 'User business error.', {
      details: [ofBatchId(exists)],
      links: [linkTo(documented, 'information_link'), linkTo(href)],
    }),
  unnamed: () =>
    refused('USER_BUSINESS_ERROR', 'User business error.', {
      details: [ofBatchId('Duplicate batch request')],
    }),
} satisfies Record<string, (href: string) => object>

const timeCreated = '2026-11-26T09:00:00Z'

/** What `POST /v1/payments/payouts` answers. */
export function createdBatch({ batchId, senderBatchId }: Kept): object {
  return {
    batch_header: {
      payout_batch_id: batchId,
      batch_status: 'PENDING',
      time_created: timeCreated,
      sender_batch_header: { sender_batch_id: senderBatchId, recipient_type: 'EMAIL' },
    },
    links: [linkTo(batchHref(batchId))],
  }
}

/** What `GET /v1/payments/payouts/{id}` answers; a batch that PayPal has not begun shows no items. */
export function shownBatch(kept: Kept): object {
  const { batchId, senderBatchId, amount, status } = kept
  const ofItem: Record<string, string> = { NEW: 'PENDING', PENDING: 'PROCESSING', ONHOLD: 'PROCESSING' }
  return {
    batch_header: {
      payout_batch_id: batchId,
      batch_status: ofItem[status] ?? 'SUCCESS',
      time_created: timeCreated,
      sender_batch_header: { sender_batch_id: senderBatchId, recipient_type: 'EMAIL' },
      amount,
      fees: { currency: 'USD', value: '0.25' },
    },
    items: status === 'NEW' ? [] : [itemOfBatch(kept)],
    links: [linkTo(`${batchHref(batchId)}?page_size=1&page=1`)],
  }
}

/** What `GET /v1/payments/payouts-item/{id}` answers. */
export const shownItem = (kept: Kept): object => ({
  ...itemOfBatch(kept),
  sender_batch_id: kept.senderBatchId,
})

function itemOfBatch({
  batchId,
  itemId,
  senderItemId,
  receiver,
  amount,
  status,
  processedAt,
  error,
}: Kept): object {
  const isBegun = status !== 'NEW'
  return {
    payout_item_id: itemId,
    payout_batch_id: batchId,
    ...(isBegun && {
      transaction_id: `TX-${itemId}`,
      transaction_status: status,
      time_processed: processedAt ?? timeCreated,
    }),
    payout_item_fee: { currency: 'USD', value: '0.25' },
    payout_item: {
      recipient_type: 'EMAIL',
      receiver,
      amount,
      sender_item_id: senderItemId,
      recipient_wallet: 'PAYPAL',
    },
    ...(error && { errors: { ...error, information_link: documented, details: [], links: [] } }),
    links: [linkTo(itemHref(itemId), 'item')],
  }
}
