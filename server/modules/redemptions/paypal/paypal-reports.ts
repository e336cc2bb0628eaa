import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Db } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { findRedemption } from '../redemption-queries.ts'
import { recordOutcome } from '../settle-redemption.ts'
import type { PayPalClient } from './paypal-client.ts'
import { outcomeOfItem, readItem } from './paypal-provider.ts'

/** Where PayPal's webhook is to be sent. */
export const paypalReportsPath = '/payout-reports/paypal'
const bodyMax = 65_536
/** So many reports are judged at once: each asks PayPal, and anybody can send one. */
const judgedMax = 4

const event = z.object({ event_type: z.string(), resource: z.looseObject({}) })
const itemOf = z.object({ payout_item_id: z.string().check(z.regex(/^[A-Za-z0-9-]{1,60}$/)) })

/**
 * `POST /payout-reports/paypal`: PayPal's webhook for payouts. PayPal is asked whether the report is its own, and then for
 * the payment itself: of the report nothing is believed but which payment it is about. 404 without `webhookId`; what is
 * not PayPal's is refused, and where PayPal cannot be asked the answer is 503, after which it sends the report again.
 */
export function paypalReportRoute(
  server: FastifyInstance,
  { db, log, client, webhookId }: { db: Db; log: Logger; client: PayPalClient; webhookId: string | null },
): void {
  let judging = 0
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: bodyMax }, (_request, body, done) =>
      done(null, body),
    )
    scope.post(paypalReportsPath, async (request, reply) => {
      if (webhookId === null) throw problem('not_found')
      const text = String(request.body)
      const itemId = itemNamed(text)
      const signature = signatureOf(request)
      if (itemId === undefined || !signature) throw problem('malformed_request')
      if (judging >= judgedMax) throw problem('unavailable', { headers: { 'retry-after': '5' } })
      judging += 1
      try {
        if (!(await isPayPals(client, { ...signature, webhook_id: webhookId }, text)))
          throw problem('forbidden')
        if (itemId !== null) await settle(db, log, client, itemId)
      } finally {
        judging -= 1
      }
      return reply.code(204).send()
    })
  })
}

/** The payment that a report is about; null where it is about none, undefined where it is no report. */
function itemNamed(text: string): string | null | undefined {
  try {
    const { resource } = event.parse(JSON.parse(text))
    return itemOf.safeParse(resource).data?.payout_item_id ?? null
  } catch {
    return undefined
  }
}

/** What PayPal says of a report in its headers, under the names by which it is asked to judge them. */
function signatureOf({ headers }: FastifyRequest): Record<string, string> | undefined {
  const said: Record<string, string> = {}
  for (const name of ['auth-algo', 'cert-url', 'transmission-id', 'transmission-sig', 'transmission-time']) {
    const value = headers[`paypal-${name}`]
    if (typeof value !== 'string' || value.length > 1_000) return undefined
    said[name.replace('-', '_')] = value
  }
  return said
}

/** Asks PayPal. The report goes as it came: written anew, its signature would be another's. */
async function isPayPals(client: PayPalClient, signature: object, text: string): Promise<boolean> {
  const body = `${JSON.stringify(signature).slice(0, -1)},"webhook_event":${text}}`
  const answer = await client
    .call('POST', '/v1/notifications/verify-webhook-signature', body)
    .catch((cause: unknown) => {
      throw unasked(cause)
    })
  if (answer.status >= 500 || answer.status === 429) throw unasked(answer.status)
  const { verification_status: status } = (answer.body ?? {}) as { verification_status?: unknown }
  return answer.status === 200 && status === 'SUCCESS'
}

async function settle(db: Db, log: Logger, client: PayPalClient, itemId: string): Promise<void> {
  const path = `/v1/payments/payouts-item/${itemId}`
  const item = await client
    .call('GET', path)
    .then(readItem)
    .catch((cause: unknown) => {
      throw unasked(cause)
    })
  const redemptionId = item.payout_item.sender_item_id
  const row = redemptionId === undefined ? undefined : await findRedemption(db, redemptionId)
  // The account may pay others too.
  if (!row || row.provider !== 'paypal') return
  const outcome = outcomeOfItem(item)
  if (row.state === 'paid' && outcome.state === 'failed')
    log.error({ redemptionId: row.id }, 'PayPal says that a payout came back that was paid')
  if (row.state === 'failed' && outcome.state === 'paid')
    log.error({ redemptionId: row.id }, 'PayPal paid what was said to be not paid')
  await inTransaction(db, async (tx) => await recordOutcome(tx, row.id, outcome))
}

function unasked(cause: unknown) {
  return problem('unavailable', {
    headers: { 'retry-after': '60' },
    internal: 'PayPal did not answer as it should',
    cause,
  })
}
