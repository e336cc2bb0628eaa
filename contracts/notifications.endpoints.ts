import { endpoint } from './endpoint.ts'
import type { notificationSchemas } from './notifications.schemas.ts'

/** `upTo`, the newest of a page that was seen, leaves alone what came since. */
export const readNotifications = endpoint<typeof notificationSchemas.readNotifications>()({
  id: 'readNotifications',
  method: 'POST',
  path: '/api/v1/notifications/read',
  access: 'bearer',
})

export const listNotifications = endpoint<typeof notificationSchemas.listNotifications>()({
  id: 'listNotifications',
  method: 'GET',
  path: '/api/v1/notifications',
  access: 'bearer',
})
