import { endpoint } from './endpoint.ts'
import type { webhookSchemas } from './webhooks.schemas.ts'

const brand = { access: 'brand', scope: 'webhooks' } as const
const path = '/api/v1/brand/webhooks'

export const listWebhooks = endpoint<typeof webhookSchemas.listWebhooks>()({
  ...brand,
  id: 'listWebhooks',
  method: 'GET',
  path,
})

export const createWebhook = endpoint<typeof webhookSchemas.createWebhook>()({
  ...brand,
  id: 'createWebhook',
  method: 'POST',
  path,
})

export const patchWebhook = endpoint<typeof webhookSchemas.patchWebhook>()({
  ...brand,
  id: 'patchWebhook',
  method: 'PATCH',
  path: `${path}/{id}`,
})

export const deleteWebhook = endpoint<typeof webhookSchemas.deleteWebhook>()({
  ...brand,
  id: 'deleteWebhook',
  method: 'DELETE',
  path: `${path}/{id}`,
})

export const rotateWebhookSecret = endpoint<typeof webhookSchemas.rotateWebhookSecret>()({
  ...brand,
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: `${path}/{id}/secret`,
})

export const testWebhook = endpoint<typeof webhookSchemas.testWebhook>()({
  ...brand,
  id: 'testWebhook',
  method: 'POST',
  path: `${path}/{id}/test`,
})

export const listWebhookDeliveries = endpoint<typeof webhookSchemas.listWebhookDeliveries>()({
  ...brand,
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: `${path}/{id}/deliveries`,
})

export const replayWebhookDelivery = endpoint<typeof webhookSchemas.replayWebhookDelivery>()({
  ...brand,
  id: 'replayWebhookDelivery',
  method: 'POST',
  path: `${path}/{id}/deliveries/{deliveryId}/replay`,
})
