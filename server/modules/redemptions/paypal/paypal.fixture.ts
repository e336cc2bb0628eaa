import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A payment as the stand-in keeps it. */
interface Kept {
  batchId: string
  itemId: string
  senderItemId: string
  receiver: string
  amount: { currency: string; value: string }
  status: string
  error?: { name: string; message: string }
}

type Fault = 'answer lost' | 'away' | 'refuses' | `error ${401 | 403 | 409 | 429 | 500}`

interface Order {
  sender_batch_header: { sender_batch_id: string }
  items: { sender_item_id: string; receiver: string; amount: Kept['amount'] }[]
}

/**
 * Stands in for PayPal as its API is published: tokens, `POST` and `GET /v1/payments/payouts`, one item, and the check of
 * a webhook. It pays once for a `sender_batch_id`, and names the batch that it has when one comes again.
 */
export class PayPalStandIn {
  readonly kept = new Map<string, Kept>()
  /** What the next orders meet, one each. */
  readonly faults: Fault[] = []
  orders = 0
  /** The keys of the application are wrong, or were taken back. */
  refusesTokens = false
  /** How many reports it was asked to judge. */
  judged = 0
  /** What it waits for before it judges a report that names no payment of its sender. */
  gate: Promise<void> | undefined
  tokens = 0
  readonly clientId = 'client-id'
  readonly clientSecret = 'client-secret'
  readonly webhookId = 'WEBHOOK1'
  #server = createServer((request, response) => void this.#answer(request, response))

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** What became of a payment. */
  becomes(redemptionId: string, status: string, error?: Kept['error']): Kept {
    const kept = this.kept.get(redemptionId)!
    return Object.assign(kept, { status, error })
  }

  /** A report of a payment, with headers that PayPal would send; `sender` is the part of it that names the redemption. */
  report(
    redemptionId: string,
    sender = `, "payout_item": { "sender_item_id": "${redemptionId}" }`,
    type = 'PAYMENT.PAYOUTS-ITEM.SUCCEEDED',
  ) {
    const { itemId } = this.kept.get(redemptionId)!
    // With spaces, which another writer of JSON would not keep.
    const payload = `{ "id": "WH-1", "event_type": "${type}",\n "resource": { "payout_item_id": "${itemId}"${sender} } }`
    const headers = {
      'content-type': 'application/json',
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-1',
      'paypal-transmission-id': 'transmission-1',
      'paypal-transmission-sig': Buffer.from(payload).toString('base64'),
      'paypal-transmission-time': new Date().toISOString(),
    }
    return { method: 'POST' as const, url: '/payout-reports/paypal', payload, headers }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const { method, url = '' } = request
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (url === '/v1/oauth2/token') {
      const right = `Basic ${Buffer.from(`${this.clientId}:${this.clientSecret}`).toString('base64')}`
      if (this.refusesTokens || request.headers.authorization !== right)
        return void send(401, { error: 'invalid_client' })
      this.tokens += 1
      return void send(200, { access_token: `token-${this.tokens}`, expires_in: 32_400 })
    }
    if (request.headers.authorization !== `Bearer token-${this.tokens}`)
      return void send(401, { name: 'AUTHENTICATION_FAILURE' })
    if (method === 'POST' && url === '/v1/payments/payouts') return this.#order(text, response, send)
    const found = (match: (kept: Kept) => boolean) => [...this.kept.values()].find(match)
    const batch = /^\/v1\/payments\/payouts\/(\w+)$/.exec(url)?.[1]
    const ofBatch = found(({ batchId }) => batchId === batch)
    if (ofBatch)
      return void send(200, {
        batch_header: { payout_batch_id: batch, batch_status: 'PROCESSING' },
        items: ofBatch.status === 'NEW' ? [] : [shown(ofBatch)],
      })
    const item = found(({ itemId }) => url === `/v1/payments/payouts-item/${itemId}`)
    if (item) return void send(200, shown(item))
    if (url === '/v1/notifications/verify-webhook-signature') {
      this.judged += 1
      if (!text.includes('sender_item_id')) await this.gate
      return void send(200, this.#judge(text))
    }
    send(404, { name: 'RESOURCE_NOT_FOUND' })
  }

  #order(text: string, response: ServerResponse, send: (status: number, body: object) => unknown): void {
    this.orders += 1
    const fault = this.faults.shift()
    if (fault === 'away') return void response.destroy()
    // A gateway before PayPal refuses in HTML.
    if (fault === 'error 429') return void response.writeHead(429).end('<h1>Too many requests</h1>')
    const status = Number(fault?.match(/\d+/)?.[0] ?? 0)
    if (status) return void send(status, { name: `ERROR_${status}` })
    if (fault === 'refuses') return void send(400, { name: 'VALIDATION_ERROR', message: 'Invalid request' })
    const { sender_batch_header: header, items } = JSON.parse(text) as Order
    const id = header.sender_batch_id
    const before = this.kept.get(id)
    if (before)
      return void send(400, {
        name: 'USER_BUSINESS_ERROR',
        message: 'Batch with given sender_batch_id already exists',
        links: [{ href: `https://api.paypal.com/v1/payments/payouts/${before.batchId}`, rel: 'self' }],
      })
    const [item] = items
    const number = this.kept.size + 1
    const kept = { batchId: `BATCH${number}`, itemId: `ITEM${number}`, status: 'NEW' }
    this.kept.set(id, { ...kept, senderItemId: item!.sender_item_id, ...item! })
    if (fault === 'answer lost') return void response.destroy()
    send(201, { batch_header: { payout_batch_id: kept.batchId, batch_status: 'PENDING' } })
  }

  /** The signature is the report as it was sent, so that one that was written anew is not PayPal's. */
  #judge(text: string): object {
    const { transmission_sig: signature, webhook_id: webhook } = JSON.parse(text) as Record<string, string>
    const report = Buffer.from(signature!, 'base64').toString()
    const isRight = webhook === this.webhookId && text.endsWith(`,"webhook_event":${report}}`)
    return { verification_status: isRight ? 'SUCCESS' : 'FAILURE' }
  }
}

function shown({ batchId, itemId, senderItemId, receiver, amount, status, error }: Kept): object {
  return {
    payout_item_id: itemId,
    payout_batch_id: batchId,
    transaction_id: `TX-${itemId}`,
    transaction_status: status,
    payout_item: { recipient_type: 'EMAIL', receiver, amount, sender_item_id: senderItemId },
    ...(error && { errors: error }),
  }
}
