import * as z from 'zod/mini'
import { streamTopics } from './stream.ts'

export const streamState = z.object({
  /** Where the member's things stand; opaque, for `since` and `Last-Event-ID`. */
  id: z.string(),
  /** The topics that changed since then; all of them where nothing is known of then. */
  changed: z.array(z.enum(streamTopics)),
})
export type StreamState = z.output<typeof streamState>

export const streamResponses = { getStream: { 200: streamState } }
