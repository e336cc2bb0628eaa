import type { RefundAnswer } from '#contracts/conversions.schemas.ts'
import type { Tx } from '#server/platform/database.ts'
import type { BrandActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import type { RefundInput } from './refund-conversion.ts'
import { findRefund } from './refund-queries.ts'
import {
  findWaitingRefund,
  findWholeWaitingRefund,
  insertWaitingRefund,
  type WaitingRefund,
} from './waiting-refund-queries.ts'

/**
 * Keeps a refund of an event that is not reported yet; the same one again is kept once. The caller has locked event
 * and refund id. Throws `event_mismatch` when the refund id was used for another refund.
 */
export async function keepWaitingRefund(
  tx: Tx,
  { brandId }: Pick<BrandActor, 'brandId'>,
  input: RefundInput,
  at: Date,
): Promise<RefundAnswer> {
  const { eventId, amount, refundId } = input
  const before = await sameWaiting(tx, brandId, input)
  if (before) return waitingAnswer(before)
  const refund: WaitingRefund = {
    id: newId('refund'),
    eventId,
    refundId: refundId ?? null,
    minor: amount?.minor ?? null,
    currency: amount?.currency ?? null,
  }
  await insertWaitingRefund(tx, { ...refund, brandId, at })
  return waitingAnswer(refund)
}

async function sameWaiting(
  tx: Tx,
  brandId: string,
  { eventId, amount, refundId }: RefundInput,
): Promise<WaitingRefund | undefined> {
  if (refundId === undefined) return amount ? undefined : await findWholeWaitingRefund(tx, brandId, eventId)
  const found = await findWaitingRefund(tx, brandId, refundId)
  const isOther = found
    ? found.eventId !== eventId ||
      found.minor !== (amount?.minor ?? null) ||
      found.currency !== (amount?.currency ?? null)
    : await findRefund(tx, brandId, refundId)
  if (isOther) throw problem('event_mismatch', { detail: 'This refund id was used for another refund.' })
  return found
}

function waitingAnswer({ id, eventId }: WaitingRefund): RefundAnswer {
  return { id, eventId, reversedCrels: 0, totalReversedCrels: 0, waiting: true }
}
