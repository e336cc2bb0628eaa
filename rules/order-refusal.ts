import type { PackAllowance } from './pack-allowance.ts'
import type { SaleState } from './shop-item.ts'

/** What decides whether a member may buy, as it is at that moment. */
export type OrderFacts = {
  /** Null for an item that is not shown. */
  readonly state: SaleState | null
  /** The price of one piece now. */
  readonly price: number
  /** Pieces left; null for no limit. */
  readonly stock: number | null
  readonly memberLimit: number | null
  /** Pieces the member has bought and not cancelled. */
  readonly bought: number
  /** Points the member can spend. */
  readonly balance: number
  /** Of a streak freeze: how many more the member may hold. */
  readonly freezesLeft: number | null
  /** Of a boost: when the member's running one ends, in milliseconds since 1970. */
  readonly boostUntil: number | null
  /** Of a pack: the crels it pays, and what the member may still buy. */
  readonly pack: { readonly crels: number; readonly allowance: PackAllowance } | null
}

/** Why an order is refused, with what a screen says about it. */
export type OrderRefusal =
  | { readonly code: 'item_not_available' | 'sold_out' }
  | { readonly code: 'price_changed'; readonly points: number }
  | { readonly code: 'purchase_limit'; readonly left: number }
  | { readonly code: 'freezes_full'; readonly left: number }
  | { readonly code: 'boost_active'; readonly until: number }
  | { readonly code: 'pack_limit'; readonly allowance: PackAllowance }
  | { readonly code: 'insufficient_funds'; readonly missing: number }

/**
 * Why a member may not buy so many pieces at the price they saw, or null. What is gone comes before what is the
 * member's own, so that no member saves points for what is sold out.
 */
export function orderRefusal(
  { quantity, seenPrice }: { readonly quantity: number; readonly seenPrice: number },
  facts: OrderFacts,
): OrderRefusal | null {
  if (facts.state === null || facts.state === 'soon' || facts.state === 'ended')
    return { code: 'item_not_available' }
  if (facts.state === 'sold_out' || (facts.stock !== null && facts.stock < quantity))
    return { code: 'sold_out' }
  if (facts.price !== seenPrice) return { code: 'price_changed', points: facts.price }
  const limit = limitLeft(facts)
  if (limit !== null && quantity > limit) return { code: 'purchase_limit', left: limit }
  if (facts.freezesLeft !== null && quantity > facts.freezesLeft)
    return { code: 'freezes_full', left: facts.freezesLeft }
  if (facts.boostUntil !== null) return { code: 'boost_active', until: facts.boostUntil }
  if (facts.pack && facts.pack.crels * quantity > facts.pack.allowance.crelsLeft)
    return { code: 'pack_limit', allowance: facts.pack.allowance }
  const missing = facts.price * quantity - facts.balance
  return missing > 0 ? { code: 'insufficient_funds', missing } : null
}

/** How many more pieces a member may buy in one order; null without a limit of the item's. */
export function limitLeft({
  memberLimit,
  bought,
}: {
  readonly memberLimit: number | null
  readonly bought: number
}): number | null {
  return memberLimit === null ? null : Math.max(0, memberLimit - bought)
}
