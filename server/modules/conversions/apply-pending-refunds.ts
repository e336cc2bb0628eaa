import type { Tx } from '#server/platform/database.ts'
import type { BrandActor } from '#server/platform/http/actors.ts'
import { findConversion, type Conversion } from './conversion-queries.ts'
import { applyRefund } from './apply-refund.ts'
import { deletePendingRefund, pendingRefundsOf } from './pending-refund-queries.ts'

/**
 * Applies the refunds that came before their conversion, in the order they came, in the transaction that records it.
 * Nobody can be told of a refusal any more, so what is more than the sale takes all of it. One in another currency,
 * or after all is taken, stays where it is; sent again it is refused with the reason. `recorded` is what a pixel said,
 * where that is the event.
 */
export async function applyPendingRefunds(
  tx: Tx,
  { brandId }: Pick<BrandActor, 'brandId'>,
  eventId: string,
  at: Date,
  recorded?: Conversion,
): Promise<void> {
  const pending = await pendingRefundsOf(tx, brandId, eventId)
  if (pending.length === 0) return
  const conversion = recorded ?? (await findConversion(tx, brandId, eventId))!
  for (const { id, refundId, minor, currency } of pending) {
    if (currency !== null && conversion.sale && currency !== conversion.sale.currency) continue
    const { refusal } = await applyRefund(tx, conversion, { id, refundId, minor, at, capped: true })
    if (refusal === undefined) await deletePendingRefund(tx, id)
  }
}
