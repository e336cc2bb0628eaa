import { endpoint } from './endpoint.ts'
import type { supportSchemas } from './support.schemas.ts'

/** Visitors send no bearer; with one it is the member's own request, and listed for them. */
export const createSupportRequest = endpoint<typeof supportSchemas.createSupportRequest>()({
  id: 'createSupportRequest',
  method: 'POST',
  path: '/support-requests',
  access: 'public',
  idempotent: true,
})

/** Nothing shows the picture until a message is sent with its id; without one it is removed within two hours. */
export const uploadSupportPicture = endpoint<typeof supportSchemas.uploadSupportPicture>()({
  id: 'uploadSupportPicture',
  method: 'POST',
  path: '/support-requests/pictures',
  access: 'public',
})

export const listSupportRequests = endpoint<typeof supportSchemas.listSupportRequests>()({
  id: 'listSupportRequests',
  method: 'GET',
  path: '/api/v1/support-requests',
  access: 'bearer',
})

export const replyToSupportRequest = endpoint<typeof supportSchemas.replyToSupportRequest>()({
  id: 'replyToSupportRequest',
  method: 'POST',
  path: '/api/v1/support-requests/{id}/messages',
  access: 'bearer',
  idempotent: true,
})
