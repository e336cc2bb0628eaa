import { endpoint } from './endpoint.ts'
import type { shopSchemas } from './shop.schemas.ts'

export const listShop = endpoint<typeof shopSchemas.listShop>()({
  id: 'listShop',
  method: 'GET',
  path: '/api/v1/shop',
  access: 'public',
})

export const getShopItem = endpoint<typeof shopSchemas.getShopItem>()({
  id: 'getShopItem',
  method: 'GET',
  path: '/api/v1/shop/{id}',
  access: 'public',
})

export const askForItem = endpoint<typeof shopSchemas.askForItem>()({
  id: 'askForItem',
  method: 'POST',
  path: '/api/v1/shop/{id}/notify-me',
  access: 'bearer',
})

export const forgetItem = endpoint<typeof shopSchemas.forgetItem>()({
  id: 'forgetItem',
  method: 'DELETE',
  path: '/api/v1/shop/{id}/notify-me',
  access: 'bearer',
})
