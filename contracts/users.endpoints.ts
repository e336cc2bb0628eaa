import { endpoint } from './endpoint.ts'
import type { userSchemas } from './users.schemas.ts'

export const getUser = endpoint<typeof userSchemas.getUser>()({
  id: 'getUser',
  method: 'GET',
  path: '/api/v1/users/{uid}',
  access: 'bearer',
})

/** The photo is turned upright, cut square in the middle and written anew: nothing else of the file is kept. */
export const putPhoto = endpoint<typeof userSchemas.putPhoto>()({
  id: 'putPhoto',
  method: 'PUT',
  path: '/api/v1/users/{uid}/photo',
  access: 'bearer',
})

/** Blank values save and count as missing; read-only fields are accepted unchanged. */
export const patchUser = endpoint<typeof userSchemas.patchUser>()({
  id: 'patchUser',
  method: 'PATCH',
  path: '/api/v1/users/{uid}',
  access: 'bearer',
})

/** Name and photo of the account are those of the profile: what this changes, `GET /users/{uid}` says too. */
export const patchIdentityProfile = endpoint<typeof userSchemas.patchIdentityProfile>()({
  id: 'patchIdentityProfile',
  method: 'PATCH',
  path: '/identity/profile',
  access: 'bearer',
})

export const getPublicUser = endpoint<typeof userSchemas.getPublicUser>()({
  id: 'getPublicUser',
  method: 'GET',
  path: '/api/v1/public/users/{shortId}',
  access: 'public',
})
