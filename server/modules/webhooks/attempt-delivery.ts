import { Webhook } from 'standardwebhooks'
import { m } from '#messages'
import { disabledBecause, retryDelayMs } from '#rules/webhook-retry.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { postToPublic, type Outcome, type Outgoing } from '#server/platform/networks/post-to-public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import {
  markDelivered,
  markFailed,
  recordFailure,
  recordSuccess,
  type DueDelivery,
} from './delivery-queries.ts'
import { disableEndpoint } from './endpoint-queries.ts'
import { openSigningSecret } from './signing-secret.ts'
import type { WebhookDeps } from './webhook-deps.ts'

/** For one attempt, in milliseconds: Standard Webhooks advises 15 to 30 s. */
const timeoutMs = 15_000

/**
 * Attempts a delivery that was taken, records the result, and answers whether it was delivered. Aborted by `signal`
 * nothing is written: it comes back by itself.
 */
export async function attemptDelivery(
  db: Db,
  delivery: DueDelivery,
  { signal, ...deps }: WebhookDeps & { signal: AbortSignal },
): Promise<boolean> {
  const outgoing = signed(delivery, deps, new Date())
  const options = { timeoutMs, signal, allowLocal: deps.allowLocalDestinations }
  const outcome = outgoing ? await postToPublic(outgoing, options) : unsigned
  await inTransaction(db, async (tx) => {
    if (outcome.error === null) {
      await markDelivered(tx, delivery.id, outcome.status!)
      await recordSuccess(tx, delivery.endpointId)
    } else await fail(tx, delivery, { ...outcome, error: outcome.error }, deps)
  })
  return outcome.error === null
}

/** The installation has another secret since: it fails as any other, until the endpoint has a new one. */
const unsigned: Outcome = { status: null, error: 'secret_unreadable', retryAfterMs: 0 }

/**
 * The request as the Standard Webhooks specification has it; after a rotation both secrets sign, as far as they can be
 * read. Undefined where none can.
 */
function signed(delivery: DueDelivery, deps: WebhookDeps, at: Date): Outgoing | undefined {
  const { url, body, messageId } = delivery
  const signatures = delivery.secrets.flatMap((sealed) => {
    const secret = readable(deps, delivery.endpointId, sealed)
    return secret === undefined ? [] : [new Webhook(secret).sign(messageId, at, body)]
  })
  if (signatures.length === 0) return undefined
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Crels-Webhooks',
      'webhook-id': messageId,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signatures.join(' '),
    },
  }
}

function readable(deps: WebhookDeps, endpointId: string, sealed: string): string | undefined {
  try {
    return openSigningSecret(deps, endpointId, sealed)
  } catch (error) {
    deps.log.warn({ err: error }, 'webhook signing secret')
    return undefined
  }
}

async function fail(
  tx: Tx,
  { id, attempts, endpointId, brand, url }: DueDelivery,
  { status, error, retryAfterMs }: Outcome & { error: string },
  { log, mailer, publicOrigin }: WebhookDeps,
): Promise<void> {
  // Locks the endpoint first, as disabling does: two failures at once run one after another.
  const endpoint = await recordFailure(tx, endpointId)
  if (!endpoint) return
  const delayMs = retryDelayMs(attempts, { chance: Math.random(), retryAfterMs })
  await markFailed(tx, { id, status, error, delayMs })
  const reason = disabledBecause({ status, failingForMs: endpoint.failingForMs })
  if (!reason || !(await disableEndpoint(tx, endpointId, reason))) return
  log.warn({ endpoint: endpointId, brand, reason, status, error }, 'webhook endpoint disabled')
  if (endpoint.contactEmail)
    await mailer.send(
      tx,
      composeMail({
        to: endpoint.contactEmail,
        subject: m.mail_webhook_disabled_subject({ brand }),
        lines: [
          reason === 'gone'
            ? m.mail_webhook_disabled_gone({ url })
            : m.mail_webhook_disabled_failing({ url }),
          m.mail_webhook_disabled_kept(),
        ],
        notes: [m.mail_webhook_disabled_where({ origin: publicOrigin, endpoint: endpointId })],
      }),
    )
}
