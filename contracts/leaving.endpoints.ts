import { endpoint } from './endpoint.ts'
import type { leavingSchemas } from './leaving.schemas.ts'

export const getDeletion = endpoint<typeof leavingSchemas.getDeletion>()({
  id: 'getDeletion',
  method: 'GET',
  path: '/api/v1/users/{uid}/deletion',
  access: 'bearer',
})

/** At once and for good; answers what was lost. */
export const deleteUser = endpoint<typeof leavingSchemas.deleteUser>()({
  id: 'deleteUser',
  method: 'DELETE',
  path: '/api/v1/users/{uid}',
  access: 'bearer',
})

export const disownAccount = endpoint<typeof leavingSchemas.disownAccount>()({
  id: 'disownAccount',
  method: 'POST',
  path: '/identity/verification/disown',
  access: 'public',
})
