import { endpoint } from './endpoint.ts'
import type { accountDeletionSchemas } from './account-deletion.schemas.ts'

export const getDeletion = endpoint<typeof accountDeletionSchemas.getDeletion>()({
  id: 'getDeletion',
  method: 'GET',
  path: '/api/v1/users/{uid}/deletion',
  access: 'bearer',
})

/** At once and for good; answers what was lost. */
export const deleteUser = endpoint<typeof accountDeletionSchemas.deleteUser>()({
  id: 'deleteUser',
  method: 'DELETE',
  path: '/api/v1/users/{uid}',
  access: 'bearer',
})

export const disownAccount = endpoint<typeof accountDeletionSchemas.disownAccount>()({
  id: 'disownAccount',
  method: 'POST',
  path: '/identity/verification/disown',
  access: 'public',
})
