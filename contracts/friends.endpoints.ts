import { endpoint } from './endpoint.ts'
import type { friendSchemas } from './friends.schemas.ts'

/** Which answer is for good: the browser then forgets the invitation (docs/session.md, Invitation). */
export const completeInvitation = endpoint<typeof friendSchemas.completeInvitation>()({
  id: 'completeInvitation',
  method: 'POST',
  path: '/api/v1/gamification/friend-invitation',
  access: 'bearer',
  idempotent: true,
})

export const listFriends = endpoint<typeof friendSchemas.listFriends>()({
  id: 'listFriends',
  method: 'GET',
  path: '/api/v1/gamification/friends',
  access: 'bearer',
})
