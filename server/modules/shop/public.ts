// What other modules, and the composition, may call. Every write takes the caller's transaction first.
export { addItem, changeItem, fileOf, requireItem } from './change-item.ts'
export { changeStock } from './change-stock.ts'
export { importCodes, type ImportedCodes } from './import-codes.ts'
export { readItemChanges, readItemFile } from './item-file.ts'
export { aboutOrders } from './list-orders.ts'
export { allItems, itemRecord } from './operate-items.ts'
export {
  assignOrder,
  lookAtAddress,
  lookAtOrder,
  operatedOrders,
  operatedRecord,
  shipOrder,
  withdrawOrder,
  type OperatedOrder,
} from './operate-orders.ts'
export { ordersToLose, waitsForLook } from './order-queries.ts'
export { placeOrder } from './place-order.ts'
export { putItemImage, setItemImage } from './put-item-image.ts'
export { answerRestoredCodes, restoredPools, type RestoredPool } from './restored-codes.ts'
export { setItemSale } from './set-item-sale.ts'
export { refusedCodesHead, refusedCodesLines } from './refused-codes-csv.ts'
export { reconcileShop, shopProof } from './reconcile-shop.ts'
export { sealedShop } from './shop-secret.ts'
export { lostShopSeals } from './lost-shop-seals.ts'
