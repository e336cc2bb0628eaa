import * as orders from '#contracts/orders.endpoints.ts'
import * as shop from '#contracts/shop.endpoints.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import type { Secret } from '#server/platform/secret.ts'
import { cancelOrder } from './cancel-order.ts'
import { shopErasure } from './erase-member.ts'
import { shopExport } from './export-orders.ts'
import { getOrder, listOrders, revealCodes } from './list-orders.ts'
import { getShopItem, listShop } from './list-shop.ts'
import { askForItem, forgetItem } from './notify-back.ts'
import { orderVersions } from './order-queries.ts'
import { orderTerms } from './order-terms.ts'
import { placeOrder } from './place-order.ts'

/** What points buy: items, stock, codes and orders. */
export function shopModule({ db, secret }: Platform): Module {
  return {
    routes: shopRoutes({ secret }),
    erase: [shopErasure(db)],
    export: [shopExport(db, secret)],
    topicVersions: { orders: { by: 'party', versions: orderVersions } },
  }
}

/** The endpoints of contracts/shop.endpoints.ts and contracts/orders.endpoints.ts. */
function shopRoutes(deps: { secret: Secret }): Route[] {
  return [
    bind(shop.listShop, ({ db, query }) => listShop(db, query)),
    bind(shop.getShopItem, ({ db, params }) => getShopItem(db, params)),
    bind(shop.askForItem, async ({ transaction, actor, params }) => {
      await transaction((tx) => askForItem(tx, actor, params))
      return answer(204, null)
    }),
    bind(shop.forgetItem, async ({ db, actor, params }) => {
      await forgetItem(db, actor, params)
      return answer(204, null)
    }),
    bind(orders.getOrderTerms, ({ db, actor }) => orderTerms(db, actor)),
    bind(orders.placeOrder, async ({ transaction, actor, body }) =>
      answer(201, await transaction((tx) => placeOrder(tx, actor, body, deps))),
    ),
    bind(orders.listOrders, ({ db, actor, query }) => listOrders(db, actor, query)),
    bind(orders.getOrder, ({ db, actor, params }) => getOrder(db, actor, params, deps)),
    bind(orders.cancelOrder, ({ transaction, actor, params }) =>
      transaction((tx) => cancelOrder(tx, actor, params)),
    ),
    bind(orders.revealCodes, ({ transaction, actor, params, requestId }) =>
      transaction((tx) => revealCodes(tx, actor, { ...params, requestId }, deps)),
    ),
  ]
}
