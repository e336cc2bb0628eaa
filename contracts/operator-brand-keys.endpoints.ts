import { endpoint } from './endpoint.ts'
import type { operatorBrandKeySchemas } from './operator-brand-keys.schemas.ts'

const keys = '/api/v1/operator/brands/{slug}/keys'
const key = '/api/v1/operator/brand-keys/{id}'

export const listOperatedBrandKeys = endpoint<typeof operatorBrandKeySchemas.listOperatedBrandKeys>()({
  id: 'listOperatedBrandKeys',
  method: 'GET',
  path: keys,
  access: 'operator',
  permission: 'read',
})

export const createOperatedBrandKey = endpoint<typeof operatorBrandKeySchemas.createOperatedBrandKey>()({
  id: 'createOperatedBrandKey',
  method: 'POST',
  path: keys,
  access: 'operator',
  permission: 'brand-key.create',
  recentProof: true,
})

export const rotateOperatedBrandKey = endpoint<typeof operatorBrandKeySchemas.rotateOperatedBrandKey>()({
  id: 'rotateOperatedBrandKey',
  method: 'POST',
  path: `${key}/rotate`,
  access: 'operator',
  permission: 'brand-key.rotate',
  recentProof: true,
})

export const revokeOperatedBrandKey = endpoint<typeof operatorBrandKeySchemas.revokeOperatedBrandKey>()({
  id: 'revokeOperatedBrandKey',
  method: 'POST',
  path: `${key}/revoke`,
  access: 'operator',
  permission: 'brand-key.revoke',
})
