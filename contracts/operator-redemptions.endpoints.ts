import { endpoint } from './endpoint.ts'
import type { operatorRedemptionSchemas } from './operator-redemptions.schemas.ts'

export const listOperatedRedemptions = endpoint<typeof operatorRedemptionSchemas.listOperatedRedemptions>()({
  id: 'listOperatedRedemptions',
  method: 'GET',
  path: '/api/v1/operator/redemptions',
  access: 'operator',
  permission: 'read.money',
})

export const getOperatedRedemption = endpoint<typeof operatorRedemptionSchemas.getOperatedRedemption>()({
  id: 'getOperatedRedemption',
  method: 'GET',
  path: '/api/v1/operator/redemptions/{id}',
  access: 'operator',
  permission: 'read.money',
})

export const approveRedemption = endpoint<typeof operatorRedemptionSchemas.approveRedemption>()({
  id: 'approveRedemption',
  method: 'POST',
  path: '/api/v1/operator/redemptions/{id}/approve',
  access: 'operator',
  permission: 'redemption.approve',
  recentProof: true,
})

export const rejectRedemption = endpoint<typeof operatorRedemptionSchemas.rejectRedemption>()({
  id: 'rejectRedemption',
  method: 'POST',
  path: '/api/v1/operator/redemptions/{id}/reject',
  access: 'operator',
  permission: 'redemption.reject',
  recentProof: true,
})

export const clearSanctionsMatch = endpoint<typeof operatorRedemptionSchemas.clearSanctionsMatch>()({
  id: 'clearSanctionsMatch',
  method: 'POST',
  path: '/api/v1/operator/redemptions/{id}/clear-match',
  access: 'operator',
  permission: 'redemption.clear-match',
  recentProof: true,
})

export const approveRedemptions = endpoint<typeof operatorRedemptionSchemas.approveRedemptions>()({
  id: 'approveRedemptions',
  method: 'POST',
  path: '/api/v1/operator/redemptions/approve',
  access: 'operator',
  permission: 'redemption.approve',
  recentProof: true,
})

export const rejectRedemptions = endpoint<typeof operatorRedemptionSchemas.rejectRedemptions>()({
  id: 'rejectRedemptions',
  method: 'POST',
  path: '/api/v1/operator/redemptions/reject',
  access: 'operator',
  permission: 'redemption.reject',
  recentProof: true,
})
