import { endpoint } from './endpoint.ts'
import type { operatorShopSchemas } from './operator-shop.schemas.ts'

const items = '/api/v1/operator/shop-items'
const item = `${items}/{slug}`

export const listOperatedItems = endpoint<typeof operatorShopSchemas.listOperatedItems>()({
  id: 'listOperatedItems',
  method: 'GET',
  path: items,
  access: 'operator',
  permission: 'read',
})

export const getOperatedItem = endpoint<typeof operatorShopSchemas.getOperatedItem>()({
  id: 'getOperatedItem',
  method: 'GET',
  path: item,
  access: 'operator',
  permission: 'read',
})

export const createOperatedItem = endpoint<typeof operatorShopSchemas.createOperatedItem>()({
  id: 'createOperatedItem',
  method: 'POST',
  path: items,
  access: 'operator',
  permission: 'shop.add',
  idempotent: true,
})

export const editOperatedItem = endpoint<typeof operatorShopSchemas.editOperatedItem>()({
  id: 'editOperatedItem',
  method: 'PATCH',
  path: item,
  access: 'operator',
  permission: 'shop.edit',
})

export const putItemOnSale = endpoint<typeof operatorShopSchemas.putItemOnSale>()({
  id: 'putItemOnSale',
  method: 'POST',
  path: `${item}/on-sale`,
  access: 'operator',
  permission: 'shop.edit',
})

export const takeItemOffSale = endpoint<typeof operatorShopSchemas.takeItemOffSale>()({
  id: 'takeItemOffSale',
  method: 'POST',
  path: `${item}/off-sale`,
  access: 'operator',
  permission: 'shop.edit',
})

export const changeItemStock = endpoint<typeof operatorShopSchemas.changeItemStock>()({
  id: 'changeItemStock',
  method: 'POST',
  path: `${item}/stock`,
  access: 'operator',
  permission: 'shop.restock',
  idempotent: true,
})

export const examineItemCodes = endpoint<typeof operatorShopSchemas.examineItemCodes>()({
  id: 'examineItemCodes',
  method: 'POST',
  path: `${item}/code-checks`,
  access: 'operator',
  permission: 'shop.import-codes',
})

export const importItemCodes = endpoint<typeof operatorShopSchemas.importItemCodes>()({
  id: 'importItemCodes',
  method: 'POST',
  path: `${item}/codes`,
  access: 'operator',
  permission: 'shop.import-codes',
  idempotent: true,
})

export const takeBackItemCodes = endpoint<typeof operatorShopSchemas.takeBackItemCodes>()({
  id: 'takeBackItemCodes',
  method: 'POST',
  path: `${item}/code-imports/{importId}/take-back`,
  access: 'operator',
  permission: 'shop.take-back-codes',
})

export const putOperatedItemImage = endpoint<typeof operatorShopSchemas.putOperatedItemImage>()({
  id: 'putOperatedItemImage',
  method: 'PUT',
  path: `${item}/image`,
  access: 'operator',
  permission: 'shop.image',
})

export const removeOperatedItemImage = endpoint<typeof operatorShopSchemas.removeOperatedItemImage>()({
  id: 'removeOperatedItemImage',
  method: 'DELETE',
  path: `${item}/image`,
  access: 'operator',
  permission: 'shop.image',
})
