import { endpoint } from './endpoint.ts'
import type { operatorInsightSchemas } from './operator-insight.schemas.ts'

export const getInsight = endpoint<typeof operatorInsightSchemas.getInsight>()({
  id: 'getInsight',
  method: 'GET',
  path: '/api/v1/operator/insight',
  access: 'operator',
  permission: 'read.money',
})

export const listInsightCampaigns = endpoint<typeof operatorInsightSchemas.listInsightCampaigns>()({
  id: 'listInsightCampaigns',
  method: 'GET',
  path: '/api/v1/operator/insight/campaigns',
  access: 'operator',
  permission: 'read.money',
})
