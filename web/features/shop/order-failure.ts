import { m } from '#messages'
import { paths, withQuery } from '#contracts/paths.ts'
import type { OrderTerms } from '#contracts/orders.schemas.ts'
import type { ShopItem } from '#contracts/shop.schemas.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { hindranceOf, type Hindrance } from './item-text.ts'
import { pointsText } from './price-text.ts'
import { refusalFor } from './shop-view.ts'

/** Where a member sees what became of an order. */
export function toOrders(): { to: string; label: string } {
  return { to: withQuery(paths.pointsShop, { view: 'orders' }), label: m.shop_to_orders() }
}

/** The price that a refusal says an item has now; null where the price was not what stood in the way. */
export function refusedPrice(error: Error): number | null {
  if (!(error instanceof ApiProblem) || error.code !== 'price_changed') return null
  return typeof error.extra.points === 'number' ? error.extra.points : null
}

/** The parts of an address that the server did not take. */
export function refusedParts(error: Error): string[] {
  if (!(error instanceof ApiProblem) || error.code !== 'validation_failed') return []
  return error.issues.flatMap(({ path }) => /^body\.address\.(\w+)$/.exec(path)?.[1] ?? [])
}

/** Whether an order is refused because an earlier one of the same intent arrived, whose answer was lost. */
export function isEarlierOrder(error: Error): boolean {
  return error instanceof ApiProblem && error.code === 'idempotency_mismatch'
}

/** That nothing was charged, why, and what can be done about it. A call without an answer promises less. */
export function refusalText(
  error: Error,
  { item, seen, terms, now }: { item: ShopItem; seen: number; terms: OrderTerms; now: Date },
): Hindrance {
  if (!(error instanceof ApiProblem) || error.status >= 500) return { text: m.shop_failed_unanswered() }
  if (isEarlierOrder(error)) return { text: m.shop_failed_earlier(), fix: toOrders() }
  if (error.code === 'price_changed') return { text: m.shop_failed_price({ price: pointsText(seen) }) }
  if (error.code === 'sold_out') return { text: m.shop_failed_sold_out() }
  if (error.code === 'item_not_available') return { text: m.shop_failed_not_on_sale() }
  // The terms were read again since: they say it with its date, and where it is put right.
  const refusal = refusalFor(item, terms)
  if (refusal && refusal.code === error.code) {
    const { text, fix } = hindranceOf(refusal, terms, now)
    return { text: `${m.shop_not_charged()} ${text}`, fix }
  }
  const { detail } = error
  return { text: detail.includes(m.shop_not_charged()) ? detail : `${m.shop_not_charged()} ${detail}` }
}
