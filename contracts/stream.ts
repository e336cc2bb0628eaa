import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import type { StreamState } from './stream.responses.ts'

/** What may change while a member looks on; each names the answers that are to be read again. */
export const streamTopics = ['balances', 'redemptions', 'rewards'] as const
export type StreamTopic = (typeof streamTopics)[number]

/**
 * Says that something changed, not what: the reader asks for it again. With `Accept: text/event-stream` it stays open,
 * one event each time, and begins with what changed since `Last-Event-ID`; as JSON it answers at once, since `since`.
 */
export const getStream = endpoint<StreamState>()({
  id: 'getStream',
  method: 'GET',
  path: '/api/v1/stream',
  access: 'bearer',
  summary:
    'Which of my things changed, as it happens (server-sent events) or since an earlier answer (JSON).',
  tag: 'stream',
  alternatives: ['text/event-stream'],
  errors: ['too_many_requests'],
  query: z.object({
    /** The `id` of an earlier event or answer. One that is not known counts as none. */
    since: z.optional(z.string().check(z.maxLength(500))),
    /** Ends the stream after so many seconds. */
    seconds: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(3600))),
  }),
})
