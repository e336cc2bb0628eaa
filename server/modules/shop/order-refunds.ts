import type { Order } from '#contracts/orders.schemas.ts'
import { returningPoints } from '#server/modules/points/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { OrderRow } from './order-queries.ts'
import { isCancellable, orderView } from './order-view.ts'

/** What members see of orders, each with the points that came back, or would if it were cancelled now. */
export async function orderViews(db: Db, rows: OrderRow[]): Promise<Order[]> {
  const refunds = await returningPoints(
    db,
    rows.map(returningTxn).filter((txnId) => txnId !== null),
  )
  return rows.map((row) => orderView(row, refunds.get(returningTxn(row) ?? '')))
}

/** The transaction that says what came back, or what an order took; null where nothing comes back any more. */
function returningTxn(row: OrderRow): string | null {
  return row.refundTxnId ?? (isCancellable(row) ? row.txnId : null)
}

/** Between when the points expire that a refund brought back; undefined where none can be spent. */
export async function expiryOf(
  tx: Tx,
  refundTxnId: string,
): Promise<{ firstAt: string; lastAt: string } | undefined> {
  const refund = (await returningPoints(tx, [refundTxnId])).get(refundTxnId)
  if (!refund?.firstExpiresAt || !refund.lastExpiresAt) return undefined
  return { firstAt: refund.firstExpiresAt.toISOString(), lastAt: refund.lastExpiresAt.toISOString() }
}
