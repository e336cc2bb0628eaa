import { endpoint } from './endpoint.ts'
import type { redemptionSchemas } from './redemptions.schemas.ts'

export const listDestinations = endpoint<typeof redemptionSchemas.listDestinations>()({
  id: 'listDestinations',
  method: 'GET',
  path: '/api/v1/payout-destinations',
  access: 'bearer',
})

export const addDestination = endpoint<typeof redemptionSchemas.addDestination>()({
  id: 'addDestination',
  method: 'POST',
  path: '/api/v1/payout-destinations',
  access: 'bearer',
})

export const setDestinationReminder = endpoint<typeof redemptionSchemas.setDestinationReminder>()({
  id: 'setDestinationReminder',
  method: 'PUT',
  path: '/api/v1/payout-destinations/{id}/reminder',
  access: 'bearer',
})

export const removeDestination = endpoint<typeof redemptionSchemas.removeDestination>()({
  id: 'removeDestination',
  method: 'DELETE',
  path: '/api/v1/payout-destinations/{id}',
  access: 'bearer',
})

export const getRedemptionTerms = endpoint<typeof redemptionSchemas.getRedemptionTerms>()({
  id: 'getRedemptionTerms',
  method: 'GET',
  path: '/api/v1/redemptions/terms',
  access: 'bearer',
})

export const createRedemption = endpoint<typeof redemptionSchemas.createRedemption>()({
  id: 'createRedemption',
  method: 'POST',
  path: '/api/v1/redemptions',
  access: 'bearer',
  idempotent: true,
})

export const listRedemptions = endpoint<typeof redemptionSchemas.listRedemptions>()({
  id: 'listRedemptions',
  method: 'GET',
  path: '/api/v1/redemptions',
  access: 'bearer',
})

export const cancelRedemption = endpoint<typeof redemptionSchemas.cancelRedemption>()({
  id: 'cancelRedemption',
  method: 'POST',
  path: '/api/v1/redemptions/{id}/cancel',
  access: 'bearer',
  idempotent: true,
})
