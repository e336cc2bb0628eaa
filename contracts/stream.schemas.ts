import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { streamTopics } from './stream.constants.ts'

const anyTopic = streamTopics.join('|')

export const streamState = z.object({
  /** The version of the member's data; opaque, for `since` and `Last-Event-ID`. */
  id: z.string(),
  /** The topics that changed since then; all that are listened to where nothing is known of then. */
  changed: z.array(z.enum(streamTopics)),
})
export type StreamState = z.output<typeof streamState>

export const streamSchemas = {
  getStream: {
    summary:
      'Which of my things changed, as it happens (server-sent events) or since an earlier answer (JSON).',
    tag: 'stream',
    alternatives: ['text/event-stream'],
    errors: ['too_many_requests'],
    query: z.object({
      /** What is listened to, topics joined by commas; without it, all of them. */
      topics: z.optional(z.string().check(z.regex(new RegExp(`^(${anyTopic})(,(${anyTopic}))*$`)))),
      /** The `id` of an earlier event or answer. One that is not known counts as none. */
      since: z.optional(z.string().check(z.maxLength(500))),
      /** Ends the stream after so many seconds. */
      seconds: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(3600))),
    }),
    responses: { 200: streamState },
  },
} satisfies Record<string, EndpointSchemas>
