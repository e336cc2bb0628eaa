import countries from 'i18n-iso-countries/index.js'
import type { OrderFacts, OrderRefusal } from '#rules/order-refusal.ts'
import type { PackAllowance } from '#rules/pack-allowance.ts'
import { quantityMax } from '#rules/shop-item.ts'
import { problem, type Problem } from '#server/platform/http/problems.ts'
import type { ItemRow } from './item-queries.ts'
import type { OrderWish } from './place-order.ts'

/** A refusal as it is answered, with what the screen says about it. */
export function refusalProblem(refusal: OrderRefusal, { price, balance, stock }: OrderFacts): Problem {
  switch (refusal.code) {
    case 'sold_out':
      return problem('sold_out', { members: { stock } })
    case 'price_changed':
      return problem('price_changed', { members: { points: price } })
    case 'boost_active':
      return problem('boost_active', { members: { until: new Date(refusal.until).toISOString() } })
    case 'purchase_limit':
    case 'freezes_full':
      return problem(refusal.code, { members: { left: refusal.left } })
    case 'pack_limit':
      return packLimit(refusal.allowance)
    case 'insufficient_funds':
      return problem('insufficient_funds', {
        detail: 'You do not have enough points. Nothing was charged.',
        members: { balance, missing: refusal.missing },
      })
    case 'item_not_available':
      return problem('item_not_available')
  }
}

/** The refusal of more crels than a member may buy, to be thrown. */
export function packLimit({ crelsLeft: left, boundBy: reason, until }: PackAllowance): Problem {
  return problem('pack_limit', {
    members: { left, reason, until: until === null ? null : new Date(until).toISOString() },
  })
}

/** What is wrong with the values of an order for this item, to be thrown; undefined when they are right. */
export function wishProblem(
  { kind, countries: sentTo }: Pick<ItemRow, 'kind' | 'countries'>,
  { quantity, address }: Pick<OrderWish, 'quantity' | 'address'>,
): Problem | undefined {
  if (quantity > quantityMax(kind)) return wrong('quantity', `At most ${quantityMax(kind)} at a time`)
  if (kind !== 'merchandise')
    return address ? wrong('address', 'Nothing is sent by post for this item') : undefined
  if (!address) return wrong('address', 'This is sent by post: an address is needed')
  if (!countries.isValid(address.country)) return wrong('address.country', 'Not a country')
  if (sentTo.length > 0 && !sentTo.includes(address.country))
    return wrong('address.country', 'This is not sent to that country')
  return undefined
}

function wrong(field: string, message: string): Problem {
  const issue = { path: `body.${field}`, code: 'invalid_value', message }
  return problem('validation_failed', { members: { issues: [issue] } })
}
