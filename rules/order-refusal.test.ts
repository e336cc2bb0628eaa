import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limitLeft, orderRefusal, type OrderFacts } from './order-refusal.ts'
import { SALE_STATES } from './shop-item.ts'

const fine: OrderFacts = {
  state: 'open',
  price: 100,
  stock: null,
  memberLimit: null,
  bought: 0,
  balance: 100,
  freezesLeft: null,
  boostUntil: null,
  pack: null,
}
const allowance = { crelsLeft: 10, boundBy: 'member_month', until: 9 } as const
const refusal = (changes: Partial<OrderFacts>, quantity = 1, seenPrice = 100) =>
  orderRefusal({ quantity, seenPrice }, { ...fine, ...changes })

test('says why an order is refused', () => {
  expect(refusal({})).toBeNull()
  for (const state of [null, 'soon', 'ended'] as const)
    expect(refusal({ state })).toEqual({ code: 'item_not_available' })
  expect(refusal({ state: 'sold_out' })).toEqual({ code: 'sold_out' })
  expect(refusal({ stock: 1 }, 2)).toEqual({ code: 'sold_out' })
  expect(refusal({ price: 101 })).toEqual({ code: 'price_changed', points: 101 })
  expect(refusal({ price: 99 })).toEqual({ code: 'price_changed', points: 99 })
  expect(refusal({ memberLimit: 3, bought: 2, balance: 900 }, 2)).toEqual({ code: 'purchase_limit', left: 1 })
  expect(refusal({ freezesLeft: 0 })).toEqual({ code: 'freezes_full', left: 0 })
  expect(refusal({ boostUntil: 7 })).toEqual({ code: 'boost_active', until: 7 })
  expect(refusal({ pack: { crels: 11, allowance } })).toEqual({ code: 'pack_limit', allowance })
  expect(refusal({ balance: 30 })).toEqual({ code: 'insufficient_funds', missing: 70 })
})

test('what is gone is said before what the member lacks', () => {
  expect(refusal({ stock: 0, balance: 0, price: 5 })).toEqual({ code: 'sold_out' })
  expect(refusal({ memberLimit: 1, bought: 1, balance: 0 })).toEqual({ code: 'purchase_limit', left: 0 })
})

test('no order that is let through goes beyond stock, limit, freezes, crels or points', () => {
  const count = fc.nat({ max: 6 })
  const facts: fc.Arbitrary<OrderFacts> = fc.record({
    state: fc.constantFrom(...SALE_STATES, null),
    price: fc.constantFrom(99, 100),
    stock: fc.option(count),
    memberLimit: fc.option(count),
    bought: count,
    balance: fc.nat({ max: 800 }),
    freezesLeft: fc.option(count),
    boostUntil: fc.option(fc.constant(1), { freq: 1 }),
    pack: fc.option(
      fc.record({
        crels: fc.integer({ min: 1, max: 5 }),
        allowance: count.map((crelsLeft) => ({ ...allowance, crelsLeft })),
      }),
    ),
  })
  let passed = 0
  fc.assert(
    fc.property(facts, fc.integer({ min: 1, max: 6 }), (at, quantity) => {
      const refused = orderRefusal({ quantity, seenPrice: 100 }, at)
      const isPossible =
        at.state === 'open' &&
        at.price === 100 &&
        quantity <= (at.stock ?? Infinity) &&
        quantity <= (limitLeft(at) ?? Infinity) &&
        quantity <= (at.freezesLeft ?? Infinity) &&
        at.boostUntil === null &&
        (!at.pack || at.pack.crels * quantity <= at.pack.allowance.crelsLeft) &&
        quantity * 100 <= at.balance
      if (isPossible) passed += 1
      expect(refused === null).toBe(isPossible)
    }),
    { numRuns: 500 },
  )
  expect(passed).toBeGreaterThan(0)
})
