// What other modules, and the composition, may call. Every write takes the caller's transaction first.
export { aboutOrders } from './list-orders.ts'
export { sealedShop } from './shop-secret.ts'
export { addItem, changeItem, fileOf, requireItem, restockItem } from './change-item.ts'
export { importCodes } from './import-codes.ts'
export { readItemChanges, readItemFile, type ItemFile } from './item-file.ts'
