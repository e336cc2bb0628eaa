import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import type { SessionList } from './sessions.responses.ts'

const tag = 'identity'

export const listSessions = endpoint<SessionList>()({
  id: 'listSessions',
  method: 'GET',
  path: '/identity/sessions',
  access: 'bearer',
  summary: 'Where the member is signed in: device, country and times, the last used first.',
  tag,
  unverifiedAllowed: true,
})

export const endSession = endpoint<null>()({
  id: 'endSession',
  method: 'DELETE',
  path: '/identity/sessions/{id}',
  access: 'bearer',
  summary: 'Signs out one of the member’s sessions, at once.',
  tag,
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) }),
  unverifiedAllowed: true,
})

export const endOtherSessions = endpoint<null>()({
  id: 'endOtherSessions',
  method: 'DELETE',
  path: '/identity/sessions',
  access: 'bearer',
  summary: 'Signs out every session of the member but the one that asks.',
  tag,
  unverifiedAllowed: true,
})
