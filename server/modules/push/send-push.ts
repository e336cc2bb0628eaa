import webPush from 'web-push'
import { judgePushAnswer, PUSH_FAILURES_MAX, pushRetryDelayMs } from '#rules/push-retry.ts'
import type { Db } from '#server/platform/database.ts'
import { postToPublic, type Outgoing } from '#server/platform/networks/post-to-public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { forgetSubscription, recordDelivered, recordFailed, type DueMessage } from './message-queries.ts'
import type { PushDeps } from './push-deps.ts'

/** For one attempt, in milliseconds. */
const timeoutMs = 10_000

/**
 * Attempts a message that was taken, records the result, and answers whether it was delivered: what the browser let go of
 * is forgotten at once. Aborted by `signal` nothing is written: it comes back by itself.
 */
export async function sendPush(
  db: Db,
  message: DueMessage,
  { signal, ...deps }: PushDeps & { signal: AbortSignal },
): Promise<boolean> {
  if (message.leftMs <= 0) {
    await drop(db, message)
    return false
  }
  const outgoing = await encrypted(message, deps)
  const outcome = await postToPublic(outgoing, { timeoutMs, signal, allowLocal: deps.allowLocalDestinations })
  const verdict = judgePushAnswer(outcome.status)
  if (verdict === 'gone') {
    await forgetSubscription(db, message.subscriptionId)
    return false
  }
  if (verdict === 'delivered') {
    await inTransaction(db, async (tx) => await recordDelivered(tx, message))
    return true
  }
  const { retryAfterMs } = outcome
  const again = { chance: Math.random(), retryAfterMs, leftMs: message.leftMs }
  const delayMs = verdict === 'later' ? pushRetryDelayMs(message.attempts, again) : null
  deps.log.info({ ...outcome, host: new URL(message.endpoint).host, delayMs }, 'push not taken')
  await inTransaction(db, async (tx) => {
    const failures = await recordFailed(tx, message, delayMs)
    if (failures >= PUSH_FAILURES_MAX) await forgetSubscription(tx, message.subscriptionId)
  })
  return false
}

async function drop(db: Db, message: DueMessage): Promise<void> {
  await inTransaction(db, async (tx) => void (await recordFailed(tx, message, null)))
}

/** The request as RFC 8030, 8188, 8291 and 8292 have it. */
async function encrypted(
  { endpoint, p256dh, auth, payload, topic, leftMs }: DueMessage,
  { keys, contact }: PushDeps,
): Promise<Outgoing> {
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: { subject: contact, ...(await keys.current()) },
    contentEncoding: 'aes128gcm',
    TTL: Math.ceil(leftMs / 1000),
    topic,
    headers: { 'User-Agent': 'Crels-Push' },
  })
  const texts = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return { url: endpoint, headers: Object.fromEntries(texts), body: body! }
}
