import { endpoint } from './endpoint.ts'
import type { operatorKeySchemas } from './operator-keys.schemas.ts'

export const listOperatorKeys = endpoint<typeof operatorKeySchemas.listOperatorKeys>()({
  id: 'listOperatorKeys',
  method: 'GET',
  path: '/api/v1/operator/keys',
  access: 'operator',
  permission: 'read.own',
})

export const createOperatorKey = endpoint<typeof operatorKeySchemas.createOperatorKey>()({
  id: 'createOperatorKey',
  method: 'POST',
  path: '/api/v1/operator/keys',
  access: 'operator',
  permission: 'operator-key.create',
  recentProof: true,
})

export const revokeOperatorKey = endpoint<typeof operatorKeySchemas.revokeOperatorKey>()({
  id: 'revokeOperatorKey',
  method: 'DELETE',
  path: '/api/v1/operator/keys/{id}',
  access: 'operator',
  permission: 'operator-key.revoke',
})
