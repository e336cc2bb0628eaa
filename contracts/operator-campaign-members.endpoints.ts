import { endpoint } from './endpoint.ts'
import type { operatorCampaignMemberSchemas } from './operator-campaign-members.schemas.ts'

export const listCampaignMembers = endpoint<typeof operatorCampaignMemberSchemas.listCampaignMembers>()({
  id: 'listCampaignMembers',
  method: 'GET',
  path: '/api/v1/operator/campaigns/{id}/members',
  access: 'operator',
  permission: 'read.members',
})
