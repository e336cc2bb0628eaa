import { endpoint } from './endpoint.ts'
import type { streamSchemas } from './stream.schemas.ts'

/**
 * Says that something changed, not what: the reader asks for it again. With `Accept: text/event-stream` it stays open,
 * one event each time, and begins with what changed since `Last-Event-ID`; as JSON it answers at once, since `since`.
 * `topics` names what to listen to: the topic `leaderboard` changes for everyone whenever anybody earns.
 */
export const getStream = endpoint<typeof streamSchemas.getStream>()({
  id: 'getStream',
  method: 'GET',
  path: '/api/v1/stream',
  access: 'bearer',
})
