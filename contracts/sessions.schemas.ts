import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { time } from './shapes.ts'

const tag = 'identity'

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

export const sessionSchemas = {
  listSessions: {
    summary: 'Where the member is signed in: device, country and times, the last used first.',
    tag,
    unverifiedAllowed: true,
    responses: { 200: sessionList },
  },
  endSession: {
    summary: 'Signs out one of the member’s sessions, at once.',
    tag,
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) }),
    unverifiedAllowed: true,
    responses: { 204: null },
  },
  endOtherSessions: {
    summary: 'Signs out every session of the member but the one that asks.',
    tag,
    unverifiedAllowed: true,
    responses: { 204: null },
  },
} satisfies Record<string, EndpointSchemas>
