import { endpoint } from './endpoint.ts'
import type { operatorBannerSchemas } from './operator-banner.schemas.ts'

const path = '/api/v1/operator/banner'

export const getOperatedBanner = endpoint<typeof operatorBannerSchemas.getOperatedBanner>()({
  id: 'getOperatedBanner',
  method: 'GET',
  path,
  access: 'operator',
  permission: 'read',
})

export const setOperatedBanner = endpoint<typeof operatorBannerSchemas.setOperatedBanner>()({
  id: 'setOperatedBanner',
  method: 'PUT',
  path,
  access: 'operator',
  permission: 'banner.set',
  idempotent: true,
})

export const turnOperatedBanner = endpoint<typeof operatorBannerSchemas.turnOperatedBanner>()({
  id: 'turnOperatedBanner',
  method: 'POST',
  path: `${path}/turns`,
  access: 'operator',
  permission: 'banner.set',
})
