import { sql } from 'kysely'
import type { RefundAnswer } from '#contracts/conversions.schemas.ts'
import { operate, requireOwnAgain, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem, invalidValue } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import { earnerOf } from './earner-of.ts'
import { findConversion, lockEvent } from './conversion-queries.ts'
import { applyRefund } from './apply-refund.ts'
import { enrolmentTerms } from '#server/modules/campaigns/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import { kindOfEarning } from './click-pay-queries.ts'
import { postReversal } from './earning-postings.ts'
import { lockEarning, markReversed, type EarningState } from './earning-queries.ts'
import { recordBudgetState } from './fund-earning.ts'
import { notifyOfReversal } from './notify-of-reversal.ts'

/**
 * An operator takes an accepted conversion back, before or after its earning is unlocked, as a brand's whole refund
 * would; `reason` (snake_case) is what the member sees. Throws `not_found`, `conflict` for one under review, which is
 * decided instead, and `not_refundable` when nothing of it is left.
 */
export async function reverseConversion(
  tx: Tx,
  actor: OperatorActor,
  input: { conversionId: string; reason: string },
): Promise<RefundAnswer> {
  const { rows } = await sql<{ brandId: string; eventId: string }>`
    select brand_id as "brandId", event_id as "eventId" from conversion where id = ${input.conversionId}`.execute(
    tx,
  )
  const name = rows[0]
  if (!name) throw problem('not_found', { detail: 'There is no such conversion.' })
  // Like a refund of the brand's: the two wait for each other.
  const at = await lockEvent(tx, name.brandId, name.eventId)
  const conversion = (await findConversion(tx, name.brandId, name.eventId))!
  if (conversion.status === 'under_review')
    throw problem('conflict', { detail: 'This conversion is under review: decide it.' })
  if (conversion.status === 'rejected') throw problem('not_refundable')
  const refund = {
    id: newId('refund'),
    refundId: null,
    minor: null,
    at,
    reason: reasonCode(input.reason),
    notifies: 'not_accepted' as const,
  }
  await operate(tx, actor, {
    action: 'conversion.reverse',
    target: conversion.id,
    before: { state: conversion.status },
    after: { reason: refund.reason },
    member: await earnerOf(tx, conversion),
  })
  const taken = await applyRefund(tx, conversion, refund)
  if (taken.refusal) throw problem(taken.refusal)
  return taken.answer
}

/**
 * An operator takes back what clicks were paid, all that is left of one earning: to the campaign's budget, and what
 * the member spent meanwhile becomes a debt. By the same operator for the same reason again it changes nothing. Throws
 * `not_found`, and `conflict` for an earning of a lead or sale, which its brand refunds, and one that is taken back.
 */
export async function reverseClickEarning(
  tx: Tx,
  actor: OperatorActor,
  { earningId, reason }: { earningId: string; reason: string },
): Promise<{ state: EarningState; reversedCrels: number }> {
  const found = await kindOfEarning(tx, earningId)
  if (!found) throw problem('not_found', { detail: `There is no earning ${earningId}.` })
  if (found.type !== 'click')
    throw problem('conflict', {
      detail: 'Only what clicks were paid is taken back so; a sale or lead is refunded.',
    })
  const terms = await enrolmentTerms(tx, found.enrolmentId)
  const earning = (await lockEarning(tx, earningId))!
  const after = { reason: reasonCode(reason) }
  const act = { action: 'earning.reverse', target: earningId, after } as const
  if (earning.state === 'reversed') {
    await requireOwnAgain(tx, actor, { ...act, detail: 'This earning is taken back already.' })
    return { state: 'reversed', reversedCrels: 0 }
  }
  const crels = earning.crels - earning.reversedCrels
  await operate(tx, actor, {
    ...act,
    before: { state: earning.state, crels },
    member: await earnerOf(tx, found),
  })
  await postReversal(tx, earning, { id: earningId, crels, at: await databaseNow(tx) })
  const state = await markReversed(tx, earningId, crels, after.reason)
  if (terms) await recordBudgetState(tx, terms.campaign)
  await notifyOfReversal(tx, earning, { crels, cause: 'not_accepted' })
  return { state, reversedCrels: crels }
}

/**
 * A reason as conversions and earnings keep it, for programs to compare and screens to put in words: `order_not_genuine`.
 * Throws `validation_failed` for another form.
 */
export function reasonCode(text: string): string {
  if (/^[a-z_]{1,60}$/.test(text)) return text
  const message = 'Write the reason in small letters and underscores, such as order_not_genuine; 60 at most.'
  throw invalidValue('body.reason', message)
}
