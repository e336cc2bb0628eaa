import type { RefundAnswer } from '#contracts/conversions.schemas.ts'
import type { Tx } from '#server/platform/database.ts'
import type { BrandActor } from '#server/platform/http/actors.ts'
import { invalidValue, problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import {
  findConversion,
  isCorrectedBy,
  lockConversion,
  lockEvent,
  type Conversion,
} from './conversion-queries.ts'
import { lockEarningOf } from './earning-queries.ts'
import { deletePendingRefundOf, findPendingRefund, recordPendingRefund } from './pending-refunds.ts'
import { acceptedPixel } from './pixel-event.ts'
import { findRefund, findWholeRefund, type Refund } from './refund-queries.ts'
import { refundAnswer, applyRefund, type RefundInput } from './apply-refund.ts'

/**
 * Takes a conversion back, wholly or by an amount of its sale, before or after its earning is unlocked. What the
 * member still has goes back to the campaign's budget; what they have spent becomes a debt that later earnings fill.
 * A refund of an event that is not reported yet is kept, and applied when it is (`pending` in the answer).
 *
 * Throws `not_refundable` when it was rejected or nothing is left, `refund_exceeds_sale`, `validation_failed` for
 * another currency, and `event_mismatch` when the refund id was used for another refund.
 */
export async function refundConversion(
  tx: Tx,
  actor: Pick<BrandActor, 'brandId'>,
  input: RefundInput,
): Promise<RefundAnswer> {
  const { eventId, refundId, amount } = input
  const now = await lockEvent(tx, actor.brandId, eventId)
  // No event id contains a space, so this cannot be the lock of an event.
  if (refundId !== undefined) await lockEvent(tx, actor.brandId, `refund ${refundId}`)
  const found =
    (await findConversion(tx, actor.brandId, eventId)) ?? (await acceptedPixel(tx, actor, eventId))
  if (!found) return await recordPendingRefund(tx, actor, input, now)
  // A review may be deciding it, and locks no event. Read again: what was an accepted pixel's goes by the event's id.
  const conversion = { ...(await lockConversion(tx, found.id))!, eventId: found.eventId }
  const before = await sameRefund(tx, conversion, input)
  if (before) return refundAnswer(before, conversion, (await lockEarningOf(tx, conversion.id))!)
  if (conversion.status === 'rejected') throw problem('not_refundable')
  const { sale } = conversion
  if (amount && sale && amount.currency !== sale.currency)
    throw invalidValue('body.amount', `The sale was reported in ${sale.currency}: refund it in that.`)
  const taken = await applyRefund(tx, conversion, {
    id: newId('refund'),
    refundId: refundId ?? null,
    minor: amount?.minor ?? null,
    at: now,
    notifies: 'refunded',
  })
  if (taken.refusal) throw problem(taken.refusal)
  // It waited in another currency, and would be applied again to what an operator puts in the place of its sale.
  if (refundId !== undefined) await deletePendingRefundOf(tx, actor.brandId, refundId)
  return taken.answer
}

/** The refund this one repeats. */
async function sameRefund(
  tx: Tx,
  { id, brandId, eventId, sale }: Conversion,
  { amount, refundId }: RefundInput,
): Promise<Refund | undefined> {
  if (refundId === undefined) return amount ? undefined : await findWholeRefund(tx, id)
  // First the pending ones: one that is applied in between is found among the others then.
  const pending = await findPendingRefund(tx, brandId, refundId)
  const found = await findRefund(tx, brandId, refundId)
  const isOther = found
    ? (found.conversionId !== id && !(await isCorrectedBy(tx, found.conversionId, id))) ||
      found.whole !== (amount === undefined) ||
      (amount && (found.askedAmountMinor !== amount.minor || sale?.currency !== amount.currency))
    : pending && pending.eventId !== eventId
  if (isOther) throw problem('event_mismatch', { detail: 'This refund id was used for another refund.' })
  return found
}
