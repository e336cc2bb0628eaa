import { endpoint } from './endpoint.ts'
import type { operatorApplicationSchemas } from './operator-applications.schemas.ts'

export const listOperatedApplications = endpoint<
  typeof operatorApplicationSchemas.listOperatedApplications
>()({
  id: 'listOperatedApplications',
  method: 'GET',
  path: '/api/v1/operator/applications',
  access: 'operator',
  permission: 'read.members',
})

export const getOperatedApplication = endpoint<typeof operatorApplicationSchemas.getOperatedApplication>()({
  id: 'getOperatedApplication',
  method: 'GET',
  path: '/api/v1/operator/applications/{id}',
  access: 'operator',
  permission: 'read.members',
})

export const approveApplications = endpoint<typeof operatorApplicationSchemas.approveApplications>()({
  id: 'approveApplications',
  method: 'POST',
  path: '/api/v1/operator/applications/approve',
  access: 'operator',
  permission: 'campaign.decide',
})

export const declineApplications = endpoint<typeof operatorApplicationSchemas.declineApplications>()({
  id: 'declineApplications',
  method: 'POST',
  path: '/api/v1/operator/applications/decline',
  access: 'operator',
  permission: 'campaign.decide',
})
