import type { RefundAnswer } from '#contracts/conversions.schemas.ts'
import type { Tx } from '#server/platform/database.ts'
import type { BrandActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import type { RefundInput } from './refund-conversion.ts'
import { findRefund } from './refund-queries.ts'
import {
  findPendingRefund,
  findWholePendingRefund,
  insertPendingRefund,
  type PendingRefund,
} from './pending-refund-queries.ts'

/**
 * Keeps a refund of an event that is not reported yet; the same one again is kept once. The caller has locked event
 * and refund id. Throws `event_mismatch` when the refund id was used for another refund.
 */
export async function recordPendingRefund(
  tx: Tx,
  { brandId }: Pick<BrandActor, 'brandId'>,
  input: RefundInput,
  at: Date,
): Promise<RefundAnswer> {
  const { eventId, amount, refundId } = input
  const before = await samePending(tx, brandId, input)
  if (before) return pendingAnswer(before)
  const refund: PendingRefund = {
    id: newId('refund'),
    eventId,
    refundId: refundId ?? null,
    minor: amount?.minor ?? null,
    currency: amount?.currency ?? null,
  }
  await insertPendingRefund(tx, { ...refund, brandId, at })
  return pendingAnswer(refund)
}

async function samePending(
  tx: Tx,
  brandId: string,
  { eventId, amount, refundId }: RefundInput,
): Promise<PendingRefund | undefined> {
  if (refundId === undefined) return amount ? undefined : await findWholePendingRefund(tx, brandId, eventId)
  const found = await findPendingRefund(tx, brandId, refundId)
  const isOther = found
    ? found.eventId !== eventId ||
      found.minor !== (amount?.minor ?? null) ||
      found.currency !== (amount?.currency ?? null)
    : await findRefund(tx, brandId, refundId)
  if (isOther) throw problem('event_mismatch', { detail: 'This refund id was used for another refund.' })
  return found
}

function pendingAnswer({ id, eventId }: PendingRefund): RefundAnswer {
  return { id, eventId, reversedCrels: 0, totalReversedCrels: 0, pending: true }
}
