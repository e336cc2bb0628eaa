import { endpoint } from './endpoint.ts'
import type { operatorCampaignRemovalSchemas } from './operator-campaign-removal.schemas.ts'

const path = '/api/v1/operator/members/{uid}/campaigns/{enrolmentId}'

export const getRemovalReach = endpoint<typeof operatorCampaignRemovalSchemas.getRemovalReach>()({
  id: 'getRemovalReach',
  method: 'GET',
  path: `${path}/removal-preview`,
  access: 'operator',
  permission: 'member.view',
})

export const removeFromCampaign = endpoint<typeof operatorCampaignRemovalSchemas.removeFromCampaign>()({
  id: 'removeFromCampaign',
  method: 'POST',
  path: `${path}/removal`,
  access: 'operator',
  permission: 'campaign.remove',
})

export const getReturnReach = endpoint<typeof operatorCampaignRemovalSchemas.getReturnReach>()({
  id: 'getReturnReach',
  method: 'GET',
  path: `${path}/return-preview`,
  access: 'operator',
  permission: 'member.view',
})

export const letBackIn = endpoint<typeof operatorCampaignRemovalSchemas.letBackIn>()({
  id: 'letBackIn',
  method: 'POST',
  path: `${path}/return`,
  access: 'operator',
  permission: 'campaign.let-back-in',
})
