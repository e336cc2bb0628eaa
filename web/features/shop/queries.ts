import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { cancelOrder, listOrders, placeOrder, revealCodes } from '#contracts/orders.endpoints.ts'
import type { NewOrder, PlacedOrder } from '#contracts/orders.schemas.ts'
import { askForItem, forgetItem, getShopItem } from '#contracts/shop.endpoints.ts'
import type { ShopItem } from '#contracts/shop.schemas.ts'
import { call } from '#web/platform/api.ts'
import { analytics } from '#web/platform/product-analytics/calls.ts'

/** What an order changes that is placed or cancelled: a pack pays crels, a freeze and a boost change the check-in. */
const ordering = ['shop', 'orders', 'points', 'wallet', 'check-in', 'shares'] as const

/** One item; what the list knows of it is shown until the answer is there. */
export function useShopItem(id: string, known: ShopItem | undefined) {
  return useQuery({
    queryKey: ['shop', 'item', id],
    queryFn: ({ signal }) => call(getShopItem, { params: { id }, signal }),
    placeholderData: known,
    // A price and a stock that somebody is about to pay for are never old.
    refetchOnMount: 'always',
    meta: { live: ['shop'] },
  })
}

/** My orders, newest first, page by page. */
export function useOrders() {
  return useInfiniteQuery({
    queryKey: ['orders', 'list'],
    queryFn: ({ pageParam, signal }) => call(listOrders, { query: { cursor: pageParam, limit: 20 }, signal }),
    initialPageParam: undefined as string | undefined,
    meta: { live: ['orders'] },
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
}

/** By which purchases on their way are found, whichever screen they were begun in. */
export const placeOrderKey = ['place-order']

/** Buys. A refusal says that the screen is out of date: price, stock and limits are read again. */
export function usePlaceOrder(onPlaced: (order: PlacedOrder) => void) {
  return useMutation({
    mutationKey: placeOrderKey,
    mutationFn: ({ order, idempotencyKey }: { order: NewOrder; idempotencyKey: string }) =>
      call(placeOrder, { body: order, idempotencyKey }),
    onSuccess: (order, { order: { itemId } }) => {
      analytics.track('order_placed', { itemId })
      onPlaced(order)
    },
    meta: { changes: ordering, even: 'refused', waits: true },
  })
}

export function useCancelOrder(onCancelled: () => void) {
  return useMutation({
    mutationFn: (id: string) => call(cancelOrder, { params: { id }, body: {} }),
    onSuccess: onCancelled,
    meta: { changes: ordering, even: 'refused', waits: true },
  })
}

/** Shows the codes of an order. They stay in the screen that asked, and in no cache. */
export function useRevealCodes(orderId: string) {
  return useMutation({
    mutationFn: () => call(revealCodes, { params: { id: orderId }, body: {} }),
    gcTime: 0,
    meta: { changes: ['orders'] },
  })
}

/** Asks to be notified when an item is back, or no longer. */
export function useAskForItem(itemId: string) {
  return useMutation({
    mutationFn: (isWanted: boolean) =>
      isWanted
        ? call(askForItem, { params: { id: itemId }, body: {} })
        : call(forgetItem, { params: { id: itemId } }),
    meta: { changes: ['shop'], waits: true },
  })
}
