import { endpoint } from './endpoint.ts'
import type { orderSchemas } from './orders.schemas.ts'

export const getOrderTerms = endpoint<typeof orderSchemas.getOrderTerms>()({
  id: 'getOrderTerms',
  method: 'GET',
  path: '/api/v1/orders/terms',
  access: 'bearer',
})

export const placeOrder = endpoint<typeof orderSchemas.placeOrder>()({
  id: 'placeOrder',
  method: 'POST',
  path: '/api/v1/orders',
  access: 'bearer',
  idempotent: true,
})

export const listOrders = endpoint<typeof orderSchemas.listOrders>()({
  id: 'listOrders',
  method: 'GET',
  path: '/api/v1/orders',
  access: 'bearer',
})

export const getOrder = endpoint<typeof orderSchemas.getOrder>()({
  id: 'getOrder',
  method: 'GET',
  path: '/api/v1/orders/{id}',
  access: 'bearer',
})

export const cancelOrder = endpoint<typeof orderSchemas.cancelOrder>()({
  id: 'cancelOrder',
  method: 'POST',
  path: '/api/v1/orders/{id}/cancel',
  access: 'bearer',
  idempotent: true,
})

export const revealCodes = endpoint<typeof orderSchemas.revealCodes>()({
  id: 'revealCodes',
  method: 'POST',
  path: '/api/v1/orders/{id}/reveal',
  access: 'bearer',
})
