import * as contract from '#contracts/operator-orders.endpoints.ts'
import { assignOrder, lookAtAddress, shipOrder, withdrawOrder } from '#server/modules/shop/public.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'
import type { Secret } from '#server/platform/secret.ts'
import { inboxOrder, inboxOrders } from './order-inbox.ts'

/** The endpoints of contracts/operator-orders.endpoints.ts. */
export function orderRoutes(deps: { secret: Pick<Secret, 'open'> }): Route[] {
  return [
    bind(contract.listInboxOrders, async ({ db, actor, query }) => inboxOrders(db, actor.operatorId, query)),
    bind(contract.getInboxOrder, async ({ db, params }) => inboxOrder(db, params.id)),
    bind(contract.getOrderAddress, async ({ transaction, actor, params }) => ({
      address: await transaction((tx) => lookAtAddress(tx, actor, { orderId: params.id }, deps)),
    })),
    bind(contract.takeOrder, async ({ transaction, actor, params, body }) =>
      transaction(async (tx) => {
        await assignOrder(tx, actor, { orderId: params.id, change: { take: true, ...body } })
        return await inboxOrder(tx, params.id)
      }),
    ),
    bind(contract.giveBackOrder, async ({ transaction, actor, params }) =>
      transaction(async (tx) => {
        await assignOrder(tx, actor, { orderId: params.id, change: { take: false } })
        return await inboxOrder(tx, params.id)
      }),
    ),
    bind(contract.shipOrder, async ({ transaction, actor, params, body }) =>
      transaction(async (tx) => {
        await shipOrder(tx, actor, { orderId: params.id, ...body })
        return await inboxOrder(tx, params.id)
      }),
    ),
    bind(contract.withdrawOrder, async ({ transaction, actor, params, body }) =>
      transaction(async (tx) => {
        await withdrawOrder(tx, actor, { orderId: params.id, ...body })
        return await inboxOrder(tx, params.id)
      }),
    ),
  ]
}
