import { endpoint } from './endpoint.ts'
import type { operatorWebhookSchemas } from './operator-webhooks.schemas.ts'

const webhooks = '/api/v1/operator/brands/{slug}/webhooks'
const webhook = '/api/v1/operator/webhooks/{id}'

export const listOperatedWebhooks = endpoint<typeof operatorWebhookSchemas.listOperatedWebhooks>()({
  id: 'listOperatedWebhooks',
  method: 'GET',
  path: webhooks,
  access: 'operator',
  permission: 'read',
})

export const addOperatedWebhook = endpoint<typeof operatorWebhookSchemas.addOperatedWebhook>()({
  id: 'addOperatedWebhook',
  method: 'POST',
  path: webhooks,
  access: 'operator',
  permission: 'webhook.add',
  recentProof: true,
})

export const getOperatedWebhook = endpoint<typeof operatorWebhookSchemas.getOperatedWebhook>()({
  id: 'getOperatedWebhook',
  method: 'GET',
  path: webhook,
  access: 'operator',
  permission: 'read',
})

export const rotateOperatedWebhook = endpoint<typeof operatorWebhookSchemas.rotateOperatedWebhook>()({
  id: 'rotateOperatedWebhook',
  method: 'POST',
  path: `${webhook}/rotate`,
  access: 'operator',
  permission: 'webhook.rotate',
  recentProof: true,
})

export const enableOperatedWebhook = endpoint<typeof operatorWebhookSchemas.enableOperatedWebhook>()({
  id: 'enableOperatedWebhook',
  method: 'POST',
  path: `${webhook}/enable`,
  access: 'operator',
  permission: 'webhook.enable',
})

export const disableOperatedWebhook = endpoint<typeof operatorWebhookSchemas.disableOperatedWebhook>()({
  id: 'disableOperatedWebhook',
  method: 'POST',
  path: `${webhook}/disable`,
  access: 'operator',
  permission: 'webhook.disable',
})

export const removeOperatedWebhook = endpoint<typeof operatorWebhookSchemas.removeOperatedWebhook>()({
  id: 'removeOperatedWebhook',
  method: 'DELETE',
  path: webhook,
  access: 'operator',
  permission: 'webhook.remove',
})

export const testOperatedWebhook = endpoint<typeof operatorWebhookSchemas.testOperatedWebhook>()({
  id: 'testOperatedWebhook',
  method: 'POST',
  path: `${webhook}/test`,
  access: 'operator',
  permission: 'webhook.test',
})

export const listOperatedDeliveries = endpoint<typeof operatorWebhookSchemas.listOperatedDeliveries>()({
  id: 'listOperatedDeliveries',
  method: 'GET',
  path: `${webhook}/deliveries`,
  access: 'operator',
  permission: 'read',
})

export const replayOperatedDeliveries = endpoint<typeof operatorWebhookSchemas.replayOperatedDeliveries>()({
  id: 'replayOperatedDeliveries',
  method: 'POST',
  path: `${webhook}/replay`,
  access: 'operator',
  permission: 'webhook.replay',
})
