import type { ConversionAnswer } from '#contracts/conversions.schemas.ts'
import { enrolmentTerms } from '#server/modules/campaigns/public.ts'
import { captureHold, releaseHold } from '#server/modules/ledger/public.ts'
import {
  decidedBefore,
  operate,
  requireOwnAgain,
  type OperatorActor,
} from '#server/modules/operators/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { earnerOf } from './earner-of.ts'
import { applyPendingRefunds } from './pending-refunds.ts'
import { conversionAnswer, lockConversion, lockEvent, type Conversion } from './conversion-queries.ts'
import { endReview } from './end-review.ts'
import { pendingPosting, recordBudgetState } from './fund-earning.ts'
import { lockEarningOf, markPending, markReversed, type LockedEarning } from './earning-queries.ts'
import { acceptedPixel, eventSaidByPixel } from './pixel-event.ts'
import { reasonCode } from './reverse-earnings.ts'

export interface ConversionReviewDecision {
  conversionId: string
  accept: boolean
  /** Why it is rejected, in snake_case; `not_genuine` unless given. */
  reason?: string
  /** The reply to the member who explained it. */
  answer?: string
}

/**
 * Decides a conversion under review. Accepted: what refunds left of the reservation goes to the member's pending, and it
 * unlocks on the day that was fixed when it was reported. Rejected: it returns to the budget. An operator's own decision
 * again changes nothing; one after another's throws `conflict`, an unknown conversion `not_found`. An appeal of the
 * member's is answered with it; an `answer` where there is none throws `conflict`. `actor` is null where a rule of the
 * program decides: that is no act.
 */
export async function decideConversionReview(
  tx: Tx,
  actor: OperatorActor | null,
  decision: ConversionReviewDecision,
): Promise<ConversionAnswer> {
  const { conversionId, accept } = decision
  const saidEvent = accept ? await lockSaidEvent(tx, conversionId) : undefined
  const conversion = await lockConversion(tx, conversionId)
  if (!conversion) throw problem('not_found', { detail: 'There is no such conversion.' })
  const status = accept ? 'accepted' : 'rejected'
  const reason = accept ? null : reasonCode(decision.reason ?? 'not_genuine')
  const act = { action: 'conversion.decide', target: conversionId, after: { state: status, reason } } as const
  if (conversion.status !== 'under_review') {
    const detail = `This conversion is ${conversion.status} already.`
    const isSame = conversion.status === status
    if (actor) await requireOwnAgain(tx, actor, { ...act, isSame, detail })
    else if (!isSame) throw await decidedBefore(tx, conversionId, detail)
    return conversionAnswer(conversion)
  }

  const at = await databaseNow(tx)
  if (actor)
    await operate(tx, actor, {
      ...act,
      before: { state: conversion.status },
      member: await earnerOf(tx, conversion),
    })
  const earning = await settleEarning(tx, conversion, reason, at)
  const answer = decision.answer ?? null
  const isAppealed = await endReview(tx, { ...earning, conversionId }, { reason, at, answer })
  if (saidEvent !== undefined) await applyPendingRefunds(tx, conversion, saidEvent, at, conversion)
  if (answer !== null && !isAppealed)
    throw problem('conflict', { detail: 'The member has not explained it: there is nothing to answer.' })
  return conversionAnswer({ ...conversion, status, reason })
}

/** What a pixel said is the event from now on: its reports and refunds wait until this is decided. */
async function lockSaidEvent(tx: Tx, conversionId: string): Promise<string | undefined> {
  const said = await eventSaidByPixel(tx, conversionId)
  if (!said) return undefined
  await lockEvent(tx, said.brandId, said.eventId)
  const accepted = await acceptedPixel(tx, said, said.eventId)
  if (accepted && accepted.id !== conversionId)
    throw problem('conflict', {
      detail: `The event ${said.eventId} was accepted with another click already, as ${accepted.id}.`,
    })
  return said.eventId
}

/** Pays what is left of a conversion's earning, or takes it back for a reason; answers the earning as it was. */
async function settleEarning(
  tx: Tx,
  conversion: Conversion,
  reason: string | null,
  at: Date,
): Promise<LockedEarning> {
  const terms = await enrolmentTerms(tx, conversion.enrolmentId!)
  const earning = (await lockEarningOf(tx, conversion.id))!
  if (reason === null) await pay(tx, earning, at)
  else {
    await releaseHold(tx, earning.holdId!)
    await markReversed(tx, earning.id, earning.crels - earning.reversedCrels, reason)
  }
  if (terms) await recordBudgetState(tx, terms.campaign)
  return earning
}

async function pay(tx: Tx, earning: LockedEarning, at: Date): Promise<void> {
  const left = earning.crels - earning.reversedCrels
  await captureHold(tx, { ...pendingPosting(earning, left, at), holdId: earning.holdId! })
  if (earning.reversedCrels > 0) await releaseHold(tx, earning.holdId!)
  await markPending(tx, earning.id)
}
