import type { RefundAnswer } from '#contracts/conversions.schemas.ts'
import { refundShare, type RefundRefusal } from '#rules/earning.ts'
import { enrolmentTerms } from '#server/modules/campaigns/public.ts'
import { releaseHold } from '#server/modules/ledger/public.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Conversion } from './conversion-queries.ts'
import { postReversal } from './earning-postings.ts'
import { endReview } from './end-review.ts'
import { lockEarningOf, markReversed, type LockedEarning } from './earning-queries.ts'
import { recordBudgetState } from './fund-earning.ts'
import { notifyOfReversal } from './notify-of-reversal.ts'
import { insertRefund, refundedMinor, type Refund } from './refund-queries.ts'
import type { Amount } from './reported-event.ts'

/** A refund as its brand asks for it. */
export interface RefundInput {
  eventId: string
  /** In the currency of the sale; whatever is left unless given. */
  amount?: Amount
  /** The brand's own id: the same id is the same refund. Without one, every refund of an amount is another. */
  refundId?: string
}

/** A refund that is to be applied to a conversion which earned something. */
export interface RefundRequest {
  id: string
  refundId: string | null
  /** Minor units of the sale's currency; null is whatever is left. */
  minor: number | null
  at: Date
  /** Asks for more than is left: takes what is left, instead of being refused. */
  capped?: boolean
  /** Why, for the member, when nothing is left; `refunded` unless given. */
  reason?: string
  /** What the member is notified of; nothing where the conversion is recorded by this transaction: they never had it. */
  notifies?: 'refunded' | 'not_accepted' | 'corrected'
}

/** The outcome. */
export type RefundResult = { answer: RefundAnswer; refusal?: undefined } | { refusal: RefundRefusal }

/**
 * Takes back what a refund comes to, and records it; nothing of either when the rules refuse it. A conversion under review
 * is rejected once all of it is refunded: one that may be under review is locked by the caller, before its enrolment.
 */
export async function applyRefund(
  tx: Tx,
  conversion: Conversion,
  asked: RefundRequest,
): Promise<RefundResult> {
  const terms = await enrolmentTerms(tx, conversion.enrolmentId!)
  const earning = (await lockEarningOf(tx, conversion.id))!
  const before = await refundedMinor(tx, conversion.id)
  const saleMinor = conversion.sale?.minor ?? null
  // Of a sale without an amount nobody can say whether a part is all of it.
  const isRest =
    asked.minor === null || (asked.capped && saleMinor !== null && asked.minor >= saleMinor - before)
  const share = refundShare({
    earnedCrels: earning.crels,
    saleMinor,
    refundedMinor: before,
    reversedCrels: earning.reversedCrels,
    refundMinor: isRest ? null : asked.minor,
  })
  if (share.refusal) return { refusal: share.refusal }
  const refund: Refund = {
    id: asked.id,
    conversionId: conversion.id,
    refundId: asked.refundId,
    whole: asked.minor === null || share.refundedMinor === null,
    reportedAmountMinor: share.refundedMinor === null ? null : share.refundedMinor - before,
    askedAmountMinor: asked.minor,
    reversedCrels: share.reverseCrels,
    totalReversedCrels: earning.reversedCrels + share.reverseCrels,
  }
  await insertRefund(tx, { ...refund, brandId: conversion.brandId, createdAt: asked.at })
  if (refund.reversedCrels === 0) return { answer: refundAnswer(refund, conversion, earning) }
  await returnCrels(tx, earning, refund, asked.at)
  const reason = asked.reason ?? 'refunded'
  const state = await markReversed(tx, earning.id, refund.reversedCrels, reason)
  // Nothing is left to decide: it would wait for ever in a queue that lists what something hangs on.
  if (earning.state === 'under_review' && state === 'reversed')
    await endReview(tx, { ...earning, conversionId: conversion.id }, { reason, at: asked.at, answer: null })
  if (terms) await recordBudgetState(tx, terms.campaign)
  if (asked.notifies)
    await notifyOfReversal(tx, earning, { crels: refund.reversedCrels, cause: asked.notifies })
  return { answer: refundAnswer(refund, conversion, { ...earning, state }) }
}

/** An earning under review is only reserved: the reservation goes when nothing is left, or with the decision. */
async function returnCrels(tx: Tx, earning: LockedEarning, refund: Refund, at: Date): Promise<void> {
  if (earning.state !== 'under_review')
    return await postReversal(tx, earning, { id: refund.id, crels: refund.reversedCrels, at })
  if (refund.totalReversedCrels === earning.crels) await releaseHold(tx, earning.holdId!)
}

/** The answer to a refund, the same for each repetition. */
export function refundAnswer(
  refund: Refund,
  { eventId }: Pick<Conversion, 'eventId'>,
  earning: LockedEarning,
): RefundAnswer {
  const { id, reversedCrels, totalReversedCrels } = refund
  return {
    id,
    eventId,
    reversedCrels,
    totalReversedCrels,
    earning: { id: earning.id, crels: earning.crels, state: earning.state },
  }
}
