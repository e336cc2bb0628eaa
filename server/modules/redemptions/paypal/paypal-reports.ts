import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { dayMs } from '#rules/utc-date.ts'
import type { Db } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Limited, RateLimiter } from '#server/platform/http/rate-limits.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { findRedemption, type RedemptionRow } from '../redemption-queries.ts'
import { recordOutcome } from '../settle-redemption.ts'
import { outcomeOfItem, readItem } from './paypal-answers.ts'
import type { PayPalClient } from './paypal-client.ts'

/** Where PayPal's webhook is to be sent. */
export const paypalReportsPath = '/payout-reports/paypal'
const bodyMax = 65_536
/** So many reports of payments of ours are judged at once, of one payment, and of payments that are not named as ours. */
const judgedMax = { ours: 4, ofOne: 2, others: 1 }
/** PayPal sends a report again for three days; what says that it is older, or of a later day, is not asked about. */
const sentWithinMs = { past: 7 * dayMs, future: 600_000 }

/** For the count of requests of a network; it is no endpoint of the API. */
const payoutReport: Limited = { id: 'payoutReport', access: 'public', ratePerMinute: 60 }

const event = z.object({ event_type: z.string(), resource: z.looseObject({}) })
const itemOf = z.object({ payout_item_id: z.string().check(z.regex(/^[A-Za-z0-9-]{1,60}$/)) })
const senderOf = z.object({ payout_item: z.object({ sender_item_id: z.string() }) })

/** The payment that a report names, and the redemption that it says it is for. */
interface NamedPayment {
  itemId: string
  redemptionId: string | undefined
}

/**
 * `POST /payout-reports/paypal`: PayPal's webhook for payouts. PayPal is asked whether the report is its own, and then for
 * the payment itself: of the report nothing is believed but which payment it is about. 404 without `webhookId`; what is
 * not PayPal's is refused, and where PayPal cannot be asked the answer is 503, after which it sends the report again.
 *
 * Anybody can send one, and each costs a call of PayPal's API: a network has 60 a minute, what is about no payment of ours
 * is answered without asking, and what does not name one of ours cannot take the places of what does.
 */
export function paypalReportRoute(
  server: FastifyInstance,
  {
    db,
    log,
    client,
    webhookId,
    rateLimiter,
  }: {
    db: Db
    log: Logger
    client: PayPalClient
    webhookId: string | null
    rateLimiter: Pick<RateLimiter, 'address'>
  },
): void {
  const places = new JudgingPlaces()
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: bodyMax }, (_request, body, done) =>
      done(null, body),
    )
    scope.post(paypalReportsPath, async (request, reply) => {
      if (webhookId === null) throw problem('not_found')
      await rateLimiter.address(payoutReport, request)
      const text = String(request.body)
      const named = paymentNamed(text)
      const signature = signatureOf(request)
      if (named === undefined || !signature) throw problem('malformed_request')
      if (!isRecent(signature.transmission_time)) throw problem('forbidden')
      if (named === null || (named.redemptionId !== undefined && !(await ourPayout(db, named.redemptionId))))
        return reply.code(204).send()
      await places.hold(named.redemptionId, async () => {
        if (!(await isPayPals(client, { ...signature, webhook_id: webhookId }, text)))
          throw problem('forbidden')
        await settle(db, log, client, named.itemId)
      })
      return reply.code(204).send()
    })
  })
}

/** How many reports are judged now, by the redemption that they name. */
class JudgingPlaces {
  #taken = new Map<string | undefined, number>()

  /** Works in a place, where there is one. Throws `unavailable`. */
  async hold(redemptionId: string | undefined, work: () => Promise<void>): Promise<void> {
    const count = this.#taken.get(redemptionId) ?? 0
    const others = this.#taken.get(undefined) ?? 0
    const ours = [...this.#taken.values()].reduce((sum, taken) => sum + taken, 0) - others
    const isFull =
      redemptionId === undefined
        ? others >= judgedMax.others
        : ours >= judgedMax.ours || count >= judgedMax.ofOne
    if (isFull) throw problem('unavailable', { headers: { 'retry-after': '5' } })
    this.#taken.set(redemptionId, count + 1)
    try {
      await work()
    } finally {
      const left = this.#taken.get(redemptionId)! - 1
      if (left === 0) this.#taken.delete(redemptionId)
      else this.#taken.set(redemptionId, left)
    }
  }
}

/** The payment that a report is about; null where it is about none, undefined where it is no report. */
function paymentNamed(text: string): NamedPayment | null | undefined {
  try {
    const { resource } = event.parse(JSON.parse(text))
    const itemId = itemOf.safeParse(resource).data?.payout_item_id
    const redemptionId = senderOf.safeParse(resource).data?.payout_item.sender_item_id
    return itemId === undefined ? null : { itemId, redemptionId }
  } catch {
    return undefined
  }
}

function isRecent(sentAt: string | undefined): boolean {
  const agoMs = Date.now() - Date.parse(sentAt ?? '')
  return agoMs < sentWithinMs.past && agoMs > -sentWithinMs.future
}

/** A redemption that PayPal was asked to pay: its account may pay others too. */
async function ourPayout(db: Db, redemptionId: string | undefined): Promise<RedemptionRow | undefined> {
  const row = redemptionId === undefined ? undefined : await findRedemption(db, redemptionId)
  return row?.provider === 'paypal' ? row : undefined
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
  const row = await ourPayout(db, item.payout_item.sender_item_id)
  if (!row) return
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
