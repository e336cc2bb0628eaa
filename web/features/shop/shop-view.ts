import { paths, withQuery } from '#contracts/paths.ts'
import type { OrderTerms } from '#contracts/orders.schemas.ts'
import type { Points } from '#contracts/points.schemas.ts'
import type { ShopItem } from '#contracts/shop.schemas.ts'
import { orderRefusal, type OrderRefusal } from '#rules/order-refusal.ts'
import { ITEM_KINDS, type ItemKind } from '#rules/shop-item.ts'

/** What the address of the shop says: which half, what narrows it, and which item is open. */
export interface ShopView {
  isOrders: boolean
  kind: ItemKind | undefined
  isAffordable: boolean
  item: string | undefined
}

/** Reads the address; what makes no sense there counts as not set. */
export function readShopView(search: URLSearchParams): ShopView {
  return {
    isOrders: search.get('view') === 'orders',
    kind: ITEM_KINDS.find((kind) => kind === search.get('kind')),
    isAffordable: search.get('affordable') === '1',
    item: search.get('item') || undefined,
  }
}

/** The address of a view, without an open item unless one is named. */
export function shopHref({ isOrders, kind, isAffordable }: Omit<ShopView, 'item'>, item?: string): string {
  if (isOrders) return withQuery(paths.pointsShop, { view: 'orders' })
  return withQuery(paths.pointsShop, { kind, affordable: isAffordable ? '1' : undefined, item })
}

/** Why a member may not buy so many pieces now, by the rule that the server refuses by; null where they may. */
export function refusalFor(item: ShopItem, terms: OrderTerms, quantity = 1): OrderRefusal | null {
  const { kind, state, points, stock, memberLimit, crels } = item
  const { crelsLeft, boundBy, until } = terms.packs
  return orderRefusal(
    { quantity, seenPrice: points },
    {
      state,
      price: points,
      stock,
      memberLimit,
      bought: terms.items.find(({ itemId }) => itemId === item.id)?.bought ?? 0,
      balance: terms.balance,
      freezesLeft: kind === 'streak_freeze' ? Math.max(0, terms.freezes.max - terms.freezes.bought) : null,
      boostUntil: kind === 'boost' && terms.boost ? Date.parse(terms.boost.until) : null,
      pack:
        crels === null
          ? null
          : { crels, allowance: { crelsLeft, boundBy, until: until === null ? null : Date.parse(until) } },
    },
  )
}

/** How many pieces a member may buy at once, at least one. */
export function quantitiesFor(item: ShopItem, terms: OrderTerms): number {
  let most = 1
  while (most < item.quantityMax && refusalFor(item, terms, most + 1) === null) most += 1
  return most
}

/** Where an item stands for the person who looks; `unknown` for visitors, and while it is not known. */
export type Standing = 'affordable' | 'unknown' | 'too_dear' | 'barred' | 'soon' | 'gone'

/** In the order in which they are shown. */
const standings: readonly Standing[] = ['affordable', 'unknown', 'too_dear', 'barred', 'soon', 'gone']

export function standingOf(item: ShopItem, terms: OrderTerms | undefined): Standing {
  if (item.state === 'soon') return 'soon'
  if (item.state !== 'open') return 'gone'
  if (!terms) return 'unknown'
  const refusal = refusalFor(item, terms)
  if (refusal === null) return 'affordable'
  return refusal.code === 'insufficient_funds' ? 'too_dear' : 'barred'
}

/**
 * Items as a person wants to see them: what they can have now, then what they are nearest to, then what is not to be
 * had. Within each the order of the shop stays, which is by price.
 */
export function arrange(
  items: readonly ShopItem[],
  terms: OrderTerms | undefined,
  { kind, isAffordable }: Pick<ShopView, 'kind' | 'isAffordable'>,
): { item: ShopItem; standing: Standing }[] {
  return items
    .filter((item) => kind === undefined || item.kind === kind)
    .map((item) => ({ item, standing: standingOf(item, terms) }))
    .filter(({ standing }) => !isAffordable || !terms || standing === 'affordable')
    .toSorted((one, other) => standings.indexOf(one.standing) - standings.indexOf(other.standing))
}

/**
 * Of so many points that are spent, how many would otherwise expire on the day of the soonest lot, here, and by when;
 * undefined where there is no lot.
 */
export function soonestSpent(
  lots: Points['lots'],
  price: number,
): { points: number; expiresAt: string } | undefined {
  const [first, ...others] = lots
  if (!first) return undefined
  const dayOf = (expiresAt: string) => new Date(expiresAt).toDateString()
  let { points, expiresAt } = first
  for (const lot of others) {
    if (points >= price || dayOf(lot.expiresAt) !== dayOf(first.expiresAt)) break
    points += lot.points
    expiresAt = lot.expiresAt
  }
  return { points: Math.min(points, price), expiresAt }
}
