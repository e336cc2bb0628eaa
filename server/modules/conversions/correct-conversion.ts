import { sql } from 'kysely'
import type { ConversionAnswer } from '#contracts/conversions.schemas.ts'
import {
  authorOf,
  decidedBefore,
  operate,
  requireNotOwn,
  requireRole,
  type ActMember,
  type OperatorActor,
} from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalidValue, problem, type Problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import { earnerOf } from './earner-of.ts'
import { applyPendingRefunds } from './pending-refunds.ts'
import { findConversion, lockConversion, lockEvent, type Conversion } from './conversion-queries.ts'
import { otherWordOnEvent, pixelEventOf } from './pixel-event.ts'
import { recordReport } from './report-conversion.ts'
import type { Amount } from './reported-event.ts'
import { applyRefund } from './apply-refund.ts'

export interface Correction {
  conversionId: string
  /** Why it is put right, for who reads the books later. */
  reason: string
  /** What was reported wrongly; the rest is as it was reported. */
  clickId?: string
  type?: 'lead' | 'sale'
  amount?: Amount
  occurredAt?: string
}

/**
 * An operator puts a rejected or wrong conversion right by adding: the new one has the same event id, is accepted by
 * this decision, and pays by the campaign's terms, dates, cap and budget. What the former one still earned is taken
 * back first. Both stay recorded; reports and refunds of the event mean the new one from now on.
 *
 * Why is sealed in the log by the key of whose it was, or is now where it was nobody's. Refunds are not carried over: of a conversion with refunds the amount that counts now must be named. Throws
 * `not_found`, and `conflict` for one that is under review or corrected already, for an event that another report has paid,
 * and where it would still earn nothing; then nothing is changed.
 */
export async function correctConversion(
  tx: Tx,
  actor: OperatorActor,
  input: Correction,
  { secret }: Pick<ActMember, 'secret'>,
): Promise<ConversionAnswer> {
  requireRole(actor, 'conversion.correct')
  expectText(input)
  const before = await lockReport(tx, input.conversionId)
  const { brandId, eventId } = before.conversion
  const at = await lockEvent(tx, brandId, eventId)
  const conversion = (await lockConversion(tx, input.conversionId))!
  await expectCorrectable(tx, conversion, input)
  const { conversionId: _, reason, ...corrected } = input
  if (conversion.status === 'accepted') {
    const refund = {
      id: newId('refund'),
      refundId: null,
      minor: null,
      at,
      reason: 'corrected',
      notifies: 'corrected' as const,
    }
    // Where nothing of it is left there is nothing to take back.
    await applyRefund(tx, conversion, refund)
  }
  const { answer } = await recordReport(
    tx,
    { brandId },
    {
      eventId,
      clickId: input.clickId ?? before.clickId,
      type: input.type ?? before.type,
      amount: input.amount ?? conversion.sale ?? undefined,
      occurredAt: input.occurredAt ?? before.occurredAt.toISOString(),
    },
    { now: at, isDecided: true },
    {
      conversionId: conversion.id,
      requestHash: conversion.requestHash,
      reason,
      author: authorOf(actor),
      isPixelWord: before.pixelEvent !== undefined,
    },
  )
  const added = (await findConversion(tx, brandId, eventId))!
  const [was, is] = [await earnerOf(tx, conversion), await earnerOf(tx, added)]
  // By another click it may be another member's.
  await requireNotOwn(tx, actor, is?.uid ?? null)
  const member = was ?? is
  await operate(tx, actor, {
    action: 'conversion.correct',
    target: conversion.id,
    before: {
      state: conversion.status,
      clickId: before.clickId,
      type: before.type,
      amount: conversion.sale,
      occurredAt: before.occurredAt.toISOString(),
    },
    after: corrected,
    member: member && { ...member, personal: { reason }, secret },
  })
  // Refunds wait under the brand's own name of the event.
  if (before.pixelEvent !== undefined) {
    await applyPendingRefunds(tx, { brandId }, before.pixelEvent, at, added)
  }
  return answer
}

/** As long as the column has room for. */
function expectText({ reason }: Correction): void {
  if (reason.trim() === '' || reason.length > 500)
    throw invalidValue('body.reason', 'Say it in at most 500 letters.')
}

/** What was reported, with its event locked: reports and refunds of it wait until this is decided. */
async function lockReport(tx: Tx, conversionId: string) {
  const { rows } = await sql<{
    brandId: string
    eventId: string
    clickId: string
    type: 'lead' | 'sale'
    occurredAt: Date
  }>`
    select brand_id as "brandId", event_id as "eventId", click_id as "clickId", type, occurred_at as "occurredAt"
    from conversion where id = ${conversionId}`.execute(tx)
  const report = rows[0]
  if (!report) throw problem('not_found', { detail: 'There is no such conversion.' })
  const { brandId, eventId } = report
  const pixelEvent = pixelEventOf(eventId)
  if (pixelEvent !== undefined) await lockEvent(tx, brandId, pixelEvent)
  return { ...report, pixelEvent, conversion: { brandId, eventId } }
}

async function expectCorrectable(tx: Tx, conversion: Conversion, input: Correction): Promise<void> {
  if (conversion.status === 'under_review') throw refused('This conversion is under review: decide it.')
  const current = await findConversion(tx, conversion.brandId, conversion.eventId)
  if (current && current.id !== conversion.id)
    throw await decidedBefore(
      tx,
      conversion.id,
      `This conversion is corrected already: ${current.id} stands in its place.`,
    )
  const other = await otherWordOnEvent(tx, conversion)
  if (other) throw refused(`Its event is reported by ${other.id}, which is ${other.status}: correct that.`)
  if (input.amount === undefined && (await isRefunded(tx, conversion.id)))
    throw refused('It was refunded, whole or in part: name the amount that counts now.')
}

/** The brand refunded it or a part: the amount of the report is not what was paid there in the end. */
async function isRefunded(tx: Tx, conversionId: string): Promise<boolean> {
  const { rows } = await sql`
    select from refund r left join earning e on e.conversion_id = r.conversion_id
    where r.conversion_id = ${conversionId} and (not r.whole or e.reason = 'refunded') limit 1`.execute(tx)
  return rows.length > 0
}

function refused(detail: string): Problem {
  return problem('conflict', { detail })
}
