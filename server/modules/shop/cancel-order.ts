import type { PlacedOrder } from '#contracts/orders.schemas.ts'
import { orderStateAfter, REFUND_DAYS } from '#rules/order-state.ts'
import { dayMs } from '#rules/utc-date.ts'
import { requireActing } from '#server/modules/accounts/public.ts'
import { balances, reverse } from '#server/modules/ledger/public.ts'
import { lockRewards } from '#server/modules/points/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { findOrder, lockOrder, moveOrder, returnStock, type OrderRow } from './order-queries.ts'
import { orderViews } from './order-refunds.ts'

/**
 * A member cancels an order that is not on its way; points and pieces return. Once more it changes nothing. Throws
 * `not_found` for another member's, and `order_not_cancellable` when it was fulfilled, or may have been before a restore.
 */
export async function cancelOrder(
  tx: Tx,
  actor: Pick<MemberActor, 'uid'>,
  { id }: { id: string },
): Promise<PlacedOrder> {
  const { party } = await requireActing(tx, actor.uid)
  await lockRewards(tx, party)
  const row = await lockOrder(tx, id)
  if (row?.party !== party) throw unknownOrder()
  if (row.waitsForLook)
    throw problem('order_not_cancellable', {
      detail: 'This order may be on its way already, so it can no longer be cancelled here.',
    })
  if (row.state !== 'cancelled')
    await cancel(tx, row, { cancelledBy: 'member', author: 'member', reason: null })
  const { points: balance } = await balances(tx, party)
  const [order] = await orderViews(tx, [(await findOrder(tx, id))!])
  // A pack is never cancelled.
  return { ...order!, balance, debtCrels: 0 }
}

/** By whom an order is cancelled, and why in words for the member. */
export interface Cancelling {
  cancelledBy: 'member' | 'operator' | 'deletion'
  author: string
  reason: string | null
}

/**
 * Cancels a locked order: its points return to lots with the expiry they had, and never count as earned; where that is
 * past and the operator cancels, they last a few days more. Answers the refund's transaction. Throws
 * `order_not_cancellable`.
 */
export async function cancel(
  tx: Tx,
  row: OrderRow,
  { cancelledBy, author, reason }: Cancelling,
): Promise<string> {
  const { id, state, txnId, tookStock } = row
  if (orderStateAfter(state, 'cancel') === undefined) throw problem('order_not_cancellable')
  const lotsUntil = cancelledBy === 'operator' ? await daysFromNow(tx, REFUND_DAYS) : undefined
  const refund = { txnId, kind: 'order_cancelled', scope: 'order_cancelled', idem: id, lotsUntil }
  const { txnId: refundTxnId } = await reverse(tx, refund)
  await moveOrder(tx, id, { state: 'cancelled', author, cancelledBy, reason, refundTxnId })
  if (tookStock) await returnStock(tx, row)
  return refundTxnId
}

/** The refusal of an order that is not there for who asks, to be thrown. */
export function unknownOrder(): Error {
  return problem('not_found', { detail: 'There is no such order of yours.' })
}

async function daysFromNow(tx: Tx, days: number): Promise<Date> {
  return new Date((await databaseNow(tx)).getTime() + days * dayMs)
}
