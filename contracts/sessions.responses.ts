import * as z from 'zod/mini'
import { time } from './shapes.ts'

/** A place where the member is signed in. */
export const session = z.object({
  id: z.string(),
  /** The one that asks. */
  isCurrent: z.boolean(),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  kind: z.enum(['phone', 'tablet', 'desktop', 'other']),
  /** ISO 3166-1 alpha-2 of where it was opened; a network address is not kept. */
  country: z.nullable(z.string()),
  createdAt: time,
  /** To the hour. */
  lastSeenAt: time,
})
export type Session = z.output<typeof session>

export const sessionList = z.object({ items: z.array(session) })
export type SessionList = z.output<typeof sessionList>

export const sessionResponses = {
  listSessions: { 200: sessionList },
  endSession: { 204: null },
  endOtherSessions: { 204: null },
}
