import type { Order } from '#contracts/orders.schemas.ts'
import type { ShopItem } from '#contracts/shop.schemas.ts'
import type { Economy } from '#rules/economy.ts'
import { orderStateAfter } from '#rules/order-state.ts'
import { itemPrice, quantityMax, saleState, type ItemWindows } from '#rules/shop-item.ts'
import { filesPrefix } from '#server/platform/files/stored-files.ts'
import type { ReturningPoints } from '#server/modules/points/public.ts'
import type { ItemRow } from './item-queries.ts'
import type { OrderRow } from './order-queries.ts'

/** What everybody sees of an item. */
export function itemView(row: ItemRow, settings: Economy['shop']): ShopItem {
  const { id, kind, title, summary, description, crels, stock, memberLimit, countries } = row
  return {
    id,
    kind,
    title,
    summary,
    description,
    points: itemPrice(row, settings),
    faceValue: faceValueOf(row),
    crels,
    state: saleState(windowsOf(row), stock, row.now.getTime()),
    stock,
    memberLimit,
    quantityMax: quantityMax(kind),
    activeFrom: row.activeFrom?.toISOString() ?? null,
    activeUntil: row.activeUntil?.toISOString() ?? null,
    needsAddress: kind === 'merchandise',
    countries,
    image: imageOf(row),
  }
}

/** When an item is seen and sold, in milliseconds. */
export function windowsOf({ visibleFrom, visibleUntil, activeFrom, activeUntil }: ItemRow): ItemWindows {
  return {
    visibleFrom: visibleFrom.getTime(),
    visibleUntil: visibleUntil?.getTime() ?? null,
    activeFrom: activeFrom?.getTime() ?? null,
    activeUntil: activeUntil?.getTime() ?? null,
  }
}

/** Whether its member can cancel it. */
export function isCancellable({ state, waitsForLook }: Pick<OrderRow, 'state' | 'waitsForLook'>): boolean {
  return orderStateAfter(state, 'cancel') !== undefined && !waitsForLook
}

/** What a member sees of an order in a list; `refund` is of one that is cancelled or can be. */
export function orderView(
  row: Omit<OrderRow, 'party' | 'tookStock' | 'txnId' | 'refundTxnId' | 'address' | 'assignedTo'>,
  refund: ReturningPoints | undefined,
): Order {
  const { id, state, kind, quantity, carrier, trackingUrl, revealedAt } = row
  return {
    id,
    state,
    item: { id: row.itemId, kind, title: row.title, faceValue: faceValueOf(row), image: imageOf(row) },
    quantity,
    points: row.points * quantity,
    crels: row.crels === null ? null : row.crels * quantity,
    isCancellable: isCancellable(row),
    refund: refund
      ? {
          ...refund,
          firstExpiresAt: refund.firstExpiresAt?.toISOString() ?? null,
          lastExpiresAt: refund.lastExpiresAt?.toISOString() ?? null,
        }
      : null,
    cancelledBy: row.cancelledBy,
    reason: row.reason,
    codes: kind === 'gift_card' ? { count: quantity, revealedAt: revealedAt?.toISOString() ?? null } : null,
    shipping: carrier === null ? null : { carrier, trackingUrl },
    placedAt: row.placedAt.toISOString(),
    timeline: row.timeline.map((step) => ({ state: step.state, at: new Date(step.at).toISOString() })),
  }
}

type Drawn = Pick<ItemRow, 'imageKey' | 'colorBase' | 'colorGlow'>

function imageOf({ imageKey, colorBase, colorGlow }: Drawn): ShopItem['image'] {
  return { url: imageKey === null ? null : filesPrefix + imageKey, base: colorBase, glow: colorGlow }
}

function faceValueOf({ faceMinor, faceCurrency }: Pick<ItemRow, 'faceMinor' | 'faceCurrency'>) {
  return faceMinor === null ? null : { currency: faceCurrency!, minor: faceMinor }
}
