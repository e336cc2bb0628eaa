import type { campaignSchemas } from './campaigns.schemas.ts'
import { endpoint } from './endpoint.ts'

export const listCampaigns = endpoint<typeof campaignSchemas.listCampaigns>()({
  id: 'listCampaigns',
  method: 'GET',
  path: '/api/v1/campaigns',
  access: 'bearer',
})

export const getCampaign = endpoint<typeof campaignSchemas.getCampaign>()({
  id: 'getCampaign',
  method: 'GET',
  path: '/api/v1/campaigns/{id}',
  access: 'bearer',
})

export const getPublicCampaign = endpoint<typeof campaignSchemas.getPublicCampaign>()({
  id: 'getPublicCampaign',
  method: 'GET',
  path: '/api/v1/public/campaigns/{id}',
  access: 'public',
})

export const listCategories = endpoint<typeof campaignSchemas.listCategories>()({
  id: 'listCategories',
  method: 'GET',
  path: '/api/v1/campaigns/categories',
  access: 'bearer',
})
