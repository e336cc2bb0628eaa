import { endpoint } from './endpoint.ts'
import type { pushSchemas } from './push.schemas.ts'

const path = '/api/v1/push-subscriptions'

export const listPushSubscriptions = endpoint<typeof pushSchemas.listPushSubscriptions>()({
  id: 'listPushSubscriptions',
  method: 'GET',
  path,
  access: 'bearer',
})

export const createPushSubscription = endpoint<typeof pushSchemas.createPushSubscription>()({
  id: 'createPushSubscription',
  method: 'POST',
  path,
  access: 'bearer',
})

export const deletePushSubscription = endpoint<typeof pushSchemas.deletePushSubscription>()({
  id: 'deletePushSubscription',
  method: 'DELETE',
  path: `${path}/{id}`,
  access: 'bearer',
})
