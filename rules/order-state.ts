/** Only what is sent by post waits as `placed`; the rest is `fulfilled` in the transaction that places it. */
export const ORDER_STATES = ['placed', 'fulfilled', 'cancelled'] as const
export type OrderState = (typeof ORDER_STATES)[number]

const moves: Record<OrderState, { readonly [action in 'cancel' | 'ship']?: OrderState }> = {
  placed: { cancel: 'cancelled', ship: 'fulfilled' },
  fulfilled: {},
  cancelled: {},
}

/** The state of an order after an action, undefined where it is not possible. */
export function orderStateAfter(state: OrderState, action: 'cancel' | 'ship'): OrderState | undefined {
  return moves[state][action]
}

/** Points that come back when an operator cancels last so many days, where their lot is past. */
export const REFUND_DAYS = 7
