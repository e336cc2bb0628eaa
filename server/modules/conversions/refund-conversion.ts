import type { RefundAnswer } from '#contracts/conversions.responses.ts'
import { refundShare } from '#rules/earning.ts'
import { enrolmentTerms } from '#server/modules/campaigns/public.ts'
import { releaseHold } from '#server/modules/ledger/public.ts'
import type { Tx } from '#server/platform/database.ts'
import type { BrandActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import { findConversion, lockEvent, type Conversion } from './conversion-queries.ts'
import { postReversal } from './earning-postings.ts'
import { lockEarningOf, markReversed, type LockedEarning } from './earning-queries.ts'
import { noteBudget } from './note-budget.ts'
import { findRefund, findWholeRefund, insertRefund, refundedUsdCents, type Refund } from './refund-queries.ts'

export interface RefundInput {
  eventId: string
  /** US cents of the sale; whatever is left unless given. */
  amount?: { minor: number }
  /** The brand's own id: the same id is the same refund. Without one, every refund of an amount is another. */
  refundId?: string
}

/**
 * Takes a conversion back, wholly or by an amount of its sale, before or after its earning is unlocked. What the
 * member still has goes back to the campaign's budget; what they have spent becomes a debt that later earnings fill.
 *
 * Throws `not_found`, `not_refundable` when it was rejected or nothing is left, `refund_exceeds_sale`, and
 * `event_mismatch` when the refund id was used for another refund.
 */
export async function refundConversion(
  tx: Tx,
  actor: Pick<BrandActor, 'brandId'>,
  input: RefundInput,
): Promise<RefundAnswer> {
  const { eventId, refundId } = input
  const now = await lockEvent(tx, actor.brandId, eventId)
  // No event id contains a space, so this cannot be the lock of an event.
  if (refundId !== undefined) await lockEvent(tx, actor.brandId, `refund ${refundId}`)
  const conversion = await findConversion(tx, actor.brandId, eventId)
  if (!conversion) throw problem('not_found', { detail: 'No conversion was reported under this event id.' })
  const before = await sameRefund(tx, conversion, input)
  if (before) return refundAnswer(before, conversion, (await lockEarningOf(tx, conversion.id))!)
  if (conversion.status === 'rejected') throw problem('not_refundable')
  return await takeBack(tx, conversion, input, now)
}

/** The refund this one repeats. */
async function sameRefund(
  tx: Tx,
  conversion: Conversion,
  { amount, refundId }: RefundInput,
): Promise<Refund | undefined> {
  if (refundId === undefined) return amount ? undefined : await findWholeRefund(tx, conversion.id)
  const found = await findRefund(tx, conversion.brandId, refundId)
  if (!found) return undefined
  const same =
    found.conversionId === conversion.id &&
    found.whole === (amount === undefined) &&
    (found.whole || found.saleUsdCents === amount?.minor)
  if (!same) throw problem('event_mismatch', { detail: 'This refund id was used for another refund.' })
  return found
}

async function takeBack(
  tx: Tx,
  conversion: Conversion,
  { amount, refundId }: RefundInput,
  at: Date,
): Promise<RefundAnswer> {
  const terms = await enrolmentTerms(tx, conversion.enrolmentId!)
  const earning = (await lockEarningOf(tx, conversion.id))!
  const refundedBefore = await refundedUsdCents(tx, conversion.id)
  const share = refundShare({
    earnedCrels: earning.crels,
    saleUsdCents: conversion.saleUsdCents,
    refundedUsdCents: refundedBefore,
    reversedCrels: earning.reversedCrels,
    refundUsdCents: amount?.minor ?? null,
  })
  if (share.refusal) throw problem(share.refusal)
  const refund: Refund = {
    id: newId('refund'),
    conversionId: conversion.id,
    refundId: refundId ?? null,
    whole: amount === undefined,
    saleUsdCents: share.refundedUsdCents === null ? null : share.refundedUsdCents - refundedBefore,
    reversedCrels: share.reverseCrels,
    totalReversedCrels: earning.reversedCrels + share.reverseCrels,
  }
  await insertRefund(tx, { ...refund, brandId: conversion.brandId, createdAt: at })
  if (refund.reversedCrels === 0) return refundAnswer(refund, conversion, earning)
  await returnCrels(tx, earning, refund, at)
  const state = await markReversed(tx, earning.id, refund.reversedCrels, 'refunded')
  if (terms) await noteBudget(tx, terms.campaign)
  return refundAnswer(refund, conversion, { ...earning, state })
}

/** A held earning is only reserved: the reservation goes when nothing is left, or with the decision. */
async function returnCrels(tx: Tx, earning: LockedEarning, refund: Refund, at: Date): Promise<void> {
  if (earning.state !== 'held')
    return await postReversal(tx, earning, { id: refund.id, crels: refund.reversedCrels, at })
  if (refund.totalReversedCrels === earning.crels) await releaseHold(tx, earning.holdId!)
}

function refundAnswer(refund: Refund, { eventId }: Conversion, earning: LockedEarning): RefundAnswer {
  const { id, reversedCrels, totalReversedCrels } = refund
  return {
    id,
    eventId,
    reversedCrels,
    totalReversedCrels,
    earning: { id: earning.id, crels: earning.crels, state: earning.state },
  }
}
