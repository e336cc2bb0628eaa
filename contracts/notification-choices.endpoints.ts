import { endpoint } from './endpoint.ts'
import type { notificationChoiceSchemas } from './notification-choices.schemas.ts'

const path = '/api/v1/users/{uid}/notification-choices'

export const getNotificationChoices = endpoint<typeof notificationChoiceSchemas.getNotificationChoices>()({
  id: 'getNotificationChoices',
  method: 'GET',
  path,
  access: 'bearer',
})

export const patchNotificationChoices = endpoint<typeof notificationChoiceSchemas.patchNotificationChoices>()(
  {
    id: 'patchNotificationChoices',
    method: 'PATCH',
    path,
    access: 'bearer',
  },
)
