import { endpoint } from './endpoint.ts'
import type { operatorClaimSchemas } from './operator-claims.schemas.ts'

export const listClaims = endpoint<typeof operatorClaimSchemas.listClaims>()({
  id: 'listClaims',
  method: 'GET',
  path: '/api/v1/operator/claims',
  access: 'operator',
  permission: 'read.members',
})

export const getClaim = endpoint<typeof operatorClaimSchemas.getClaim>()({
  id: 'getClaim',
  method: 'GET',
  path: '/api/v1/operator/claims/{id}',
  access: 'operator',
  permission: 'read.members',
})

export const listClaimClicks = endpoint<typeof operatorClaimSchemas.listClaimClicks>()({
  id: 'listClaimClicks',
  method: 'GET',
  path: '/api/v1/operator/claims/{id}/clicks',
  access: 'operator',
  permission: 'read.members',
})

export const acceptClaim = endpoint<typeof operatorClaimSchemas.acceptClaim>()({
  id: 'acceptClaim',
  method: 'POST',
  path: '/api/v1/operator/claims/{id}/accept',
  access: 'operator',
  permission: 'claim.accept',
})

export const declineClaims = endpoint<typeof operatorClaimSchemas.declineClaims>()({
  id: 'declineClaims',
  method: 'POST',
  path: '/api/v1/operator/claims/decline',
  access: 'operator',
  permission: 'claim.decline',
})
