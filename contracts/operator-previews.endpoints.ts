import { endpoint } from './endpoint.ts'
import type { operatorPreviewSchemas } from './operator-previews.schemas.ts'

export const previewBrand = endpoint<typeof operatorPreviewSchemas.previewBrand>()({
  id: 'previewBrand',
  method: 'GET',
  path: '/api/v1/operator/brands/{slug}/preview',
  access: 'operator',
  permission: 'read',
})

export const previewExchange = endpoint<typeof operatorPreviewSchemas.previewExchange>()({
  id: 'previewExchange',
  method: 'GET',
  path: '/api/v1/operator/exchange/preview',
  access: 'operator',
  permission: 'read.money',
})
