import { endpoint } from './endpoint.ts'
import type { enrolmentSchemas } from './enrolments.schemas.ts'

export const joinCampaign = endpoint<typeof enrolmentSchemas.joinCampaign>()({
  id: 'joinCampaign',
  method: 'POST',
  path: '/api/v1/campaigns/{id}/enrolment',
  access: 'bearer',
  idempotent: true,
})

export const leaveCampaign = endpoint<typeof enrolmentSchemas.leaveCampaign>()({
  id: 'leaveCampaign',
  method: 'DELETE',
  path: '/api/v1/campaigns/{id}/enrolment',
  access: 'bearer',
})

export const listEnrolments = endpoint<typeof enrolmentSchemas.listEnrolments>()({
  id: 'listEnrolments',
  method: 'GET',
  path: '/api/v1/enrolments',
  access: 'bearer',
})
