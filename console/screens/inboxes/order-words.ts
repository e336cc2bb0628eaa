import { m } from '#console-messages'
import type { InboxOrder } from '#contracts/operator-orders.schemas.ts'

export const orderStateNames: Record<InboxOrder['state'], () => string> = {
  placed: m.inboxes_order_state_placed,
  fulfilled: m.inboxes_order_state_fulfilled,
  cancelled: m.inboxes_order_state_cancelled,
}

/** Who brought an order into a state. */
export const orderSteps: Record<InboxOrder['state'], (by: { by: string }) => string> = {
  placed: m.inboxes_order_step_placed,
  fulfilled: m.inboxes_order_step_fulfilled,
  cancelled: m.inboxes_order_step_cancelled,
}

/** Who ordered, as far as it is known. */
export function buyerName({ member }: InboxOrder): string {
  return member?.name ?? member?.email ?? m.inboxes_left()
}
