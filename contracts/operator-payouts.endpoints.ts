import { endpoint } from './endpoint.ts'
import type { operatorPayoutSchemas } from './operator-payouts.schemas.ts'

export const openPayoutDestination = endpoint<typeof operatorPayoutSchemas.openPayoutDestination>()({
  id: 'openPayoutDestination',
  method: 'POST',
  path: '/api/v1/operator/redemptions/{id}/destination/opening',
  access: 'operator',
  permission: 'redemption.open-destination',
  recentProof: true,
})

export const sendRedemption = endpoint<typeof operatorPayoutSchemas.sendRedemption>()({
  id: 'sendRedemption',
  method: 'POST',
  path: '/api/v1/operator/redemptions/{id}/send',
  access: 'operator',
  permission: 'redemption.send',
  recentProof: true,
})

export const payRedemption = endpoint<typeof operatorPayoutSchemas.payRedemption>()({
  id: 'payRedemption',
  method: 'POST',
  path: '/api/v1/operator/redemptions/{id}/paid',
  access: 'operator',
  permission: 'redemption.paid',
  recentProof: true,
})

export const failRedemption = endpoint<typeof operatorPayoutSchemas.failRedemption>()({
  id: 'failRedemption',
  method: 'POST',
  path: '/api/v1/operator/redemptions/{id}/failed',
  access: 'operator',
  permission: 'redemption.failed',
  recentProof: true,
})

export const proposeReturn = endpoint<typeof operatorPayoutSchemas.proposeReturn>()({
  id: 'proposeReturn',
  method: 'POST',
  path: '/api/v1/operator/redemptions/{id}/returned',
  access: 'operator',
  permission: 'redemption.returned',
  recentProof: true,
})

export const settlePayoutMismatch = endpoint<typeof operatorPayoutSchemas.settlePayoutMismatch>()({
  id: 'settlePayoutMismatch',
  method: 'POST',
  path: '/api/v1/operator/redemptions/{id}/settle-mismatch',
  access: 'operator',
  permission: 'redemption.settle-mismatch',
  recentProof: true,
})

export const payRestoredRedemption = endpoint<typeof operatorPayoutSchemas.payRestoredRedemption>()({
  id: 'payRestoredRedemption',
  method: 'POST',
  path: '/api/v1/operator/redemptions/{id}/restored/paid',
  access: 'operator',
  permission: 'restore.payout',
  recentProof: true,
})

export const continueRestoredRedemptions = endpoint<
  typeof operatorPayoutSchemas.continueRestoredRedemptions
>()({
  id: 'continueRestoredRedemptions',
  method: 'POST',
  path: '/api/v1/operator/redemptions/restored/unpaid',
  access: 'operator',
  permission: 'restore.payout',
  recentProof: true,
})
