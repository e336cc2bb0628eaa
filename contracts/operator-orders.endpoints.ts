import { endpoint } from './endpoint.ts'
import type { operatorOrderSchemas } from './operator-orders.schemas.ts'

const path = '/api/v1/operator/orders'

export const listInboxOrders = endpoint<typeof operatorOrderSchemas.listInboxOrders>()({
  id: 'listInboxOrders',
  method: 'GET',
  path: path,
  access: 'operator',
  permission: 'read.members',
})

export const getInboxOrder = endpoint<typeof operatorOrderSchemas.getInboxOrder>()({
  id: 'getInboxOrder',
  method: 'GET',
  path: `${path}/{id}`,
  access: 'operator',
  permission: 'read.members',
})

export const getOrderAddress = endpoint<typeof operatorOrderSchemas.getOrderAddress>()({
  id: 'getOrderAddress',
  method: 'GET',
  path: `${path}/{id}/address`,
  access: 'operator',
  permission: 'member.view',
})

export const takeOrder = endpoint<typeof operatorOrderSchemas.takeOrder>()({
  id: 'takeOrder',
  method: 'POST',
  path: `${path}/{id}/take`,
  access: 'operator',
  permission: 'shop.assign',
})

export const giveBackOrder = endpoint<typeof operatorOrderSchemas.giveBackOrder>()({
  id: 'giveBackOrder',
  method: 'POST',
  path: `${path}/{id}/give-back`,
  access: 'operator',
  permission: 'shop.assign',
})

export const shipOrder = endpoint<typeof operatorOrderSchemas.shipOrder>()({
  id: 'shipOrder',
  method: 'POST',
  path: `${path}/{id}/ship`,
  access: 'operator',
  permission: 'shop.ship',
})

export const withdrawOrder = endpoint<typeof operatorOrderSchemas.withdrawOrder>()({
  id: 'withdrawOrder',
  method: 'POST',
  path: `${path}/{id}/cancel`,
  access: 'operator',
  permission: 'shop.cancel',
})
