import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  batchHref,
  createdBatch,
  refused,
  repeated,
  shownBatch,
  shownItem,
  type Kept,
} from './paypal-answers.fixture.ts'

/** `hangs`: it takes the order and never answers. `late`: it answers after `lateMs`. */
type Fault = 'answer lost' | 'away' | 'hangs' | 'late' | 'refuses' | `error ${401 | 403 | 409 | 429 | 500}`

interface Order {
  sender_batch_header: { sender_batch_id: string }
  items: { sender_item_id: string; receiver: string; amount: Kept['amount'] }[]
}

/**
 * Stands in for PayPal as its API is published and was observed (paypal-answers.fixture.ts): tokens, `POST` and `GET
 * /v1/payments/payouts`, one item, and the check of a webhook. It pays once for a `sender_batch_id`, and names the batch
 * that it has when one comes again.
 */
export class PayPalStandIn {
  readonly kept = new Map<string, Kept>()
  /** What the next orders meet, one each. */
  readonly faults: Fault[] = []
  lateMs = 0
  /** So many of the next questions after a batch are answered with 500. */
  batchFaults = 0
  /** So many of them are not answered. */
  batchHangs = 0
  /** What it says to a `sender_batch_id` that it has, whose batch is at `href`: JSON or a text, and its status. */
  repeated: (href: string) => object | string = repeated.observed
  repeatedStatus = 400
  orders = 0
  batchQuestions = 0
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
    const { itemId, batchId, status } = this.kept.get(redemptionId)!
    const resource = `"transaction_status": "${status}", "payout_batch_id": "${batchId}", "payout_item_id": "${itemId}"`
    // With spaces, which another writer of JSON would not keep.
    const payload = `{ "id": "WH-1", "create_time": "2026-11-26T09:00:00Z", "resource_type": "payouts_item",
      "event_type": "${type}", "summary": "A payout item", "resource": { ${resource}${sender} } }`
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
        return void send(401, { error: 'invalid_client', error_description: 'Client Authentication failed' })
      this.tokens += 1
      return void send(200, {
        access_token: `token-${this.tokens}`,
        token_type: 'Bearer',
        expires_in: 32_400,
      })
    }
    if (request.headers.authorization !== `Bearer token-${this.tokens}`)
      return void send(401, {
        error: 'invalid_token',
        error_description: 'Token signature verification failed',
      })
    if (method === 'POST' && url === '/v1/payments/payouts') return this.#order(text, response, send)
    const found = (match: (kept: Kept) => boolean) => [...this.kept.values()].find(match)
    const batch = /^\/v1\/payments\/payouts\/(\w+)$/.exec(url)?.[1]
    const ofBatch = found(({ batchId }) => batchId === batch)
    if (ofBatch) {
      this.batchQuestions += 1
      if (this.batchHangs > 0) return void (this.batchHangs -= 1)
      if (this.batchFaults === 0) return void send(200, shownBatch(ofBatch))
      this.batchFaults -= 1
      return void send(500, internal)
    }
    const item = found(({ itemId }) => url === `/v1/payments/payouts-item/${itemId}`)
    if (item) return void send(200, shownItem(item))
    if (url === '/v1/notifications/verify-webhook-signature') {
      this.judged += 1
      if (!text.includes('sender_item_id')) await this.gate
      return void send(200, this.#judge(text))
    }
    send(404, refused('RESOURCE_NOT_FOUND', 'The requested resource was not found.'))
  }

  #order(text: string, response: ServerResponse, send: (status: number, body: object) => unknown): void {
    this.orders += 1
    const fault = this.faults.shift()
    if (fault === 'away') return void response.destroy()
    // A gateway before PayPal refuses in HTML.
    if (fault === 'error 429') return void response.writeHead(429).end('<h1>Too many requests</h1>')
    const status = Number(fault?.match(/\d+/)?.[0] ?? 0)
    if (status === 500) return void send(status, internal)
    if (status) return void send(status, refused(`ERROR_${status}`, 'It was not done.'))
    if (fault === 'refuses')
      return void send(
        400,
        refused('VALIDATION_ERROR', 'Invalid request - see details', {
          details: [{ field: 'items[0].receiver', location: 'body', issue: 'Receiver is invalid' }],
        }),
      )
    const { sender_batch_header: header, items } = JSON.parse(text) as Order
    const id = header.sender_batch_id
    const before = this.kept.get(id)
    const answer = (status: number, body: object) => {
      if (fault === 'late') setTimeout(() => send(status, body), this.lateMs)
      else if (fault !== 'hangs') send(status, body)
    }
    if (before) {
      const said = this.repeated(batchHref(before.batchId))
      if (typeof said === 'string') return void response.writeHead(this.repeatedStatus).end(said)
      return answer(this.repeatedStatus, said)
    }
    const { sender_item_id: senderItemId, receiver, amount } = items[0]!
    const number = this.kept.size + 1
    const ids = { batchId: `BATCH${number}`, itemId: `ITEM${number}`, senderBatchId: id, senderItemId }
    const kept: Kept = { ...ids, receiver, amount: { ...amount }, status: 'NEW' }
    this.kept.set(id, kept)
    if (fault === 'answer lost') return void response.destroy()
    answer(201, createdBatch(kept))
  }

  /** The signature is the report as it was sent, so that one that was written anew is not PayPal's. */
  #judge(text: string): object {
    const { transmission_sig: signature, webhook_id: webhook } = JSON.parse(text) as Record<string, string>
    const report = Buffer.from(signature!, 'base64').toString()
    const isRight = webhook === this.webhookId && text.endsWith(`,"webhook_event":${report}}`)
    return { verification_status: isRight ? 'SUCCESS' : 'FAILURE' }
  }
}

const internal = refused('INTERNAL_ERROR', 'An internal service error has occurred.')
