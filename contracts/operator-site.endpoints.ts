import { endpoint } from './endpoint.ts'
import type { operatorSiteSchemas } from './operator-site.schemas.ts'

const path = '/api/v1/operator/site'

export const getOperatedSite = endpoint<typeof operatorSiteSchemas.getOperatedSite>()({
  id: 'getOperatedSite',
  method: 'GET',
  path,
  access: 'operator',
  permission: 'read',
})

export const setOperatedSiteLine = endpoint<typeof operatorSiteSchemas.setOperatedSiteLine>()({
  id: 'setOperatedSiteLine',
  method: 'PUT',
  path: `${path}/lines/{name}`,
  access: 'operator',
  permission: 'site.set',
})

export const putOperatedSiteLogo = endpoint<typeof operatorSiteSchemas.putOperatedSiteLogo>()({
  id: 'putOperatedSiteLogo',
  method: 'PUT',
  path: `${path}/logo`,
  access: 'operator',
  permission: 'site.set',
})

export const removeOperatedSiteLogo = endpoint<typeof operatorSiteSchemas.removeOperatedSiteLogo>()({
  id: 'removeOperatedSiteLogo',
  method: 'DELETE',
  path: `${path}/logo`,
  access: 'operator',
  permission: 'site.set',
})
