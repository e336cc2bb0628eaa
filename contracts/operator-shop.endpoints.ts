import { endpoint } from './endpoint.ts'
import type { operatorShopSchemas } from './operator-shop.schemas.ts'

const items = '/api/v1/operator/shop-items'
const item = `${items}/{slug}`
const codeImports = `${item}/code-imports`
const codeImport = `${codeImports}/{importId}`

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

export const startCodeImport = endpoint<typeof operatorShopSchemas.startCodeImport>()({
  id: 'startCodeImport',
  method: 'POST',
  path: codeImports,
  access: 'operator',
  permission: 'shop.import-codes',
})

export const listCodeImports = endpoint<typeof operatorShopSchemas.listCodeImports>()({
  id: 'listCodeImports',
  method: 'GET',
  path: codeImports,
  access: 'operator',
  permission: 'shop.import-codes',
})

export const confirmCodeImport = endpoint<typeof operatorShopSchemas.confirmCodeImport>()({
  id: 'confirmCodeImport',
  method: 'POST',
  path: `${codeImport}/confirm`,
  access: 'operator',
  permission: 'shop.import-codes',
  idempotent: true,
})

export const removeCodeImport = endpoint<typeof operatorShopSchemas.removeCodeImport>()({
  id: 'removeCodeImport',
  method: 'DELETE',
  path: codeImport,
  access: 'operator',
  permission: 'shop.import-codes',
})

export const downloadRefusedCodes = endpoint<typeof operatorShopSchemas.downloadRefusedCodes>()({
  id: 'downloadRefusedCodes',
  method: 'GET',
  path: `${codeImport}/refused.csv`,
  access: 'operator',
  permission: 'shop.import-codes',
})

export const takeBackItemCodes = endpoint<typeof operatorShopSchemas.takeBackItemCodes>()({
  id: 'takeBackItemCodes',
  method: 'POST',
  path: `${codeImport}/take-back`,
  access: 'operator',
  permission: 'shop.take-back-codes',
})

export const answerRestoredCodes = endpoint<typeof operatorShopSchemas.answerRestoredCodes>()({
  id: 'answerRestoredCodes',
  method: 'POST',
  path: `${item}/restored-codes`,
  access: 'operator',
  permission: 'restore.codes',
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
