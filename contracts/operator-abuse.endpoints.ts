import { endpoint } from './endpoint.ts'
import type { operatorAbuseSchemas } from './operator-abuse.schemas.ts'

const path = '/api/v1/operator/support-requests/{id}/links'

export const listReportedLinks = endpoint<typeof operatorAbuseSchemas.listReportedLinks>()({
  id: 'listReportedLinks',
  method: 'GET',
  path,
  access: 'operator',
  permission: 'read.members',
})

export const banReportedLinks = endpoint<typeof operatorAbuseSchemas.banReportedLinks>()({
  id: 'banReportedLinks',
  method: 'POST',
  path: `${path}/ban`,
  access: 'operator',
  permission: 'link.ban',
})

export const unbanReportedLinks = endpoint<typeof operatorAbuseSchemas.unbanReportedLinks>()({
  id: 'unbanReportedLinks',
  method: 'POST',
  path: `${path}/unban`,
  access: 'operator',
  permission: 'link.unban',
})
