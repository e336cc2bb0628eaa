import type { ConversionReport, ConversionAnswer } from '#contracts/conversions.schemas.ts'
import type { Tx } from '#server/platform/database.ts'
import type { BrandActor } from '#server/platform/http/actors.ts'
import { invalidValue, problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import {
  findConversion,
  insertConversion,
  lockConversion,
  lockEvent,
  type Conversion,
  type CorrectionOf,
  conversionAnswer,
} from './conversion-queries.ts'
import { insertEarning } from './earning-queries.ts'
import { fundEarning, newEarning } from './fund-earning.ts'
import { applyPendingRefunds } from './pending-refunds.ts'
import { reportedEvent, type ReportOrigin } from './reported-event.ts'
import { evaluateAttribution } from './evaluate-attribution.ts'
import { decideConversionReview } from './decide-conversion-review.ts'
import { acceptedOf, pixelConversions, supersededReason } from './pixel-event.ts'
import { createHash } from 'node:crypto'

export interface Reported {
  answer: ConversionAnswer
  /** False when the same event was reported before. */
  created: boolean
}

/**
 * Records a lead or sale that a brand reports, once for each of its event ids, and what it earns.
 *
 * Accepted: the crels go from the campaign's budget to the member's pending. Under review: they are reserved in the
 * budget until the decision. Rejected: recorded with the reason (rules/attribution.ts), nothing moves. Throws
 * `event_mismatch` when the event id was used for another report, `currency_rate_missing`, and `validation_failed` for
 * an impossible `occurredAt` or amount, or a sale that pays a share and names none: then nothing is recorded. A refund
 * that came before is applied at once. What a person has decided already (`isDecided`) does not go under review.
 */
export async function reportConversion(
  tx: Tx,
  actor: Pick<BrandActor, 'brandId'>,
  report: ConversionReport,
  by: { isDecided?: boolean } = {},
): Promise<Reported> {
  const now = await lockEvent(tx, actor.brandId, report.eventId)
  const before = await findConversion(tx, actor.brandId, report.eventId)
  if (before) return { answer: repeatedAnswer(before, report), created: false }
  const accepted = await supersedePixel(tx, actor, report.eventId)
  // A pixel names no moment, so none is compared.
  if (accepted) {
    const said = { ...report, occurredAt: undefined }
    return { answer: repeatedAnswer(accepted, said), created: false }
  }
  return await recordReport(tx, actor, report, { now, ...by })
}

/**
 * Records a report that is new under its event id, which the caller has locked, or puts one right. Throws as
 * `reportConversion`.
 */
export async function recordReport(
  tx: Tx,
  actor: Pick<BrandActor, 'brandId'>,
  report: ConversionReport,
  origin: ReportOrigin,
  corrects?: CorrectionOf,
): Promise<Reported> {
  const { now } = origin
  const event = await reportedEvent(tx, actor, report, origin)
  const attribution = await evaluateAttribution(tx, event)
  if (attribution.verdict.reason === 'amount_missing')
    throw invalidValue('body.amount', 'This campaign pays a share of the sale: name its amount.')

  const ids = { id: newId('conversion'), earningId: newId('earning') }
  const { tracked } = attribution
  const funded = await fundEarning(tx, attribution, ids.earningId, now)
  if (corrects && funded.status === 'rejected')
    throw problem('conflict', { detail: `It would still earn nothing: ${funded.reason}.` })
  const earning = tracked && newEarning(ids, event, tracked, funded)
  const conversion = { id: ids.id, ...event, status: funded.status, reason: funded.reason ?? null }
  const requestHash = corrects?.requestHash ?? hashOfReport(report)
  await insertConversion(tx, { ...conversion, tracked, requestHash, corrects })
  if (earning) {
    await insertEarning(tx, earning)
    const isRefunded = await applyPendingRefunds(tx, actor, report.eventId, now)
    // A refund of all of it has ended its review.
    if (isRefunded && funded.status === 'under_review')
      return { answer: conversionAnswer((await lockConversion(tx, ids.id))!), created: true }
  }
  return { answer: conversionAnswer({ ...conversion, earning }), created: true }
}

/** The answer of the first time, to the same report. */
export function repeatedAnswer(before: Conversion, report: ConversionReport): ConversionAnswer {
  if (before.requestHash !== hashOfReport(report)) throw problem('event_mismatch')
  return conversionAnswer(before)
}

/**
 * The brand's server reports an event, which the caller has locked: what pixels said of it, if it waits, is let go,
 * and the server's report counts. A pixel report that was accepted is the event: it is answered.
 */
export async function supersedePixel(
  tx: Tx,
  actor: Pick<BrandActor, 'brandId'>,
  eventId: string,
): Promise<Conversion | undefined> {
  const reports = await pixelConversions(tx, actor.brandId, eventId)
  const accepted = await acceptedOf(tx, reports, eventId)
  if (accepted) return accepted
  for (const { id, status } of reports)
    if (status === 'under_review')
      await decideConversionReview(tx, null, { conversionId: id, accept: false, reason: supersededReason })
  return undefined
}

/** What must be equal for a report to be the same report: everything in it, a time by its moment. */
function hashOfReport({ clickId, type, amount, occurredAt }: ConversionReport): string {
  const moment = occurredAt === undefined ? null : new Date(occurredAt).getTime()
  const values = [clickId, type, amount?.currency ?? null, amount?.minor ?? null, moment]
  return createHash('sha256').update(JSON.stringify(values)).digest('hex')
}
