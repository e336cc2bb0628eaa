import { endpoint } from './endpoint.ts'
import type { sessionSchemas } from './sessions.schemas.ts'

export const listSessions = endpoint<typeof sessionSchemas.listSessions>()({
  id: 'listSessions',
  method: 'GET',
  path: '/identity/sessions',
  access: 'bearer',
})

export const endSession = endpoint<typeof sessionSchemas.endSession>()({
  id: 'endSession',
  method: 'DELETE',
  path: '/identity/sessions/{id}',
  access: 'bearer',
})

export const endOtherSessions = endpoint<typeof sessionSchemas.endOtherSessions>()({
  id: 'endOtherSessions',
  method: 'DELETE',
  path: '/identity/sessions',
  access: 'bearer',
})
