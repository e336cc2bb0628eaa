import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import {
  isObject,
  readAnalyticsMessage,
  type AnalyticsCall,
  type AnalyticsMessage,
} from '#rules/analytics-message.ts'
import { basicCredentials } from '#server/platform/http/basic-credentials.ts'
import { problem } from '#server/platform/http/problems.ts'

/** Of one event, in bytes of JSON; the libraries keep to it. */
export const eventMaxBytes = 32 * 1024

/** Of a whole request. */
export const requestMaxBytes = 500 * 1024

/** What a request to the intake holds. */
export interface TakenMessages {
  messages: AnalyticsMessage[]
  /** How many were left out of a batch. */
  refused: number
}

/**
 * Reads the messages of a request: one as the address says, or `batch`. What is wrong with one of a batch costs no
 * other. Throws `unauthenticated` without the write key, `malformed_request`, or `payload_too_large` for a single one.
 */
export function takeMessages(
  { headers, body: sent }: Pick<FastifyRequest, 'headers' | 'body'>,
  call: AnalyticsCall | 'batch',
  { writeKey, traits }: { writeKey: string; traits: readonly string[] },
): TakenMessages {
  if (!isObject(sent)) throw problem('malformed_request')
  const batch = call === 'batch' ? sent.batch : [sent]
  if (!Array.isArray(batch)) throw problem('malformed_request', { detail: 'Send the messages as `batch`.' })
  const named =
    basicCredentials(headers.authorization)?.user ??
    sent.writeKey ??
    (batch[0] as { writeKey?: unknown } | undefined)?.writeKey
  if (named !== writeKey)
    throw problem('unauthenticated', {
      detail:
        'Send the write key of this installation, as the user of Basic authentication or as `writeKey`.',
    })
  const reading = {
    type: call === 'batch' ? undefined : call,
    sentAt: sent.sentAt,
    receivedAt: new Date(),
    traits,
    newId: randomUUID,
  }
  const messages: AnalyticsMessage[] = []
  for (const raw of batch) {
    const read = isTooLarge(raw) ? { refusal: 'too_large' as const } : readAnalyticsMessage(raw, reading)
    if ('message' in read) messages.push(read.message)
    else if (call !== 'batch') throw refused(read.refusal)
  }
  return { messages, refused: batch.length - messages.length }
}

function refused(refusal: string) {
  return refusal === 'too_large'
    ? problem('payload_too_large')
    : problem('malformed_request', { members: { reason: refusal } })
}

function isTooLarge(raw: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(raw)) > eventMaxBytes
}
