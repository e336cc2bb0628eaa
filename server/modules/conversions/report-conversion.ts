import type { ConversionReport } from '#contracts/conversions.ts'
import type { ConversionAnswer } from '#contracts/conversions.responses.ts'
import { CLOCK_SKEW_MS } from '#rules/attribution.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem, type Problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import { conversionAnswer, hashOfReport } from './conversion-answer.ts'
import { findConversion, insertConversion, lockEvent } from './conversion-queries.ts'
import { fundEarning, recordEarning } from './fund-earning.ts'
import { weighConversion } from './weigh-conversion.ts'

/** A brand's report. `at` is when it is taken, for a history that is loaded afterwards; domain time unless given. */
export interface ReportInput extends ConversionReport {
  at?: Date
}

export interface Reported {
  answer: ConversionAnswer
  /** False when the same event was reported before. */
  created: boolean
}

/** A report may name a moment this long ago (milliseconds): 90 days. */
const REPORT_WITHIN_MS = 90 * 86_400_000

/**
 * Records a lead or sale that a brand reports, once for each of its event ids, and what it earns.
 *
 * Accepted: the crels go from the campaign's budget to the member's pending. Held: they are reserved in the budget
 * until somebody decides. Rejected: recorded with the reason (rules/attribution.ts), nothing moves. Everything is
 * dated by `at`. Throws `event_mismatch` when the event id was used for another report, and `validation_failed` for
 * an impossible `occurredAt` or a sale that pays a share and names no amount: then nothing is recorded.
 */
export async function reportConversion(
  tx: Tx,
  brand: { brandId: string },
  input: ReportInput,
): Promise<Reported> {
  const { brandId } = brand
  const now = await lockEvent(tx, brandId, input.eventId)
  const before = await findConversion(tx, brandId, input.eventId)
  if (before) {
    if (before.requestHash !== hashOfReport(input)) throw problem('event_mismatch')
    return { answer: conversionAnswer(before), created: false }
  }
  return { answer: await record(tx, brandId, input, input.at ?? now), created: true }
}

async function record(tx: Tx, brandId: string, input: ReportInput, at: Date): Promise<ConversionAnswer> {
  const occurredAt = occurrence(input.occurredAt, at)
  const { verdict, tracked } = await weighConversion(tx, { brandId, report: input, occurredAt, at })
  if (verdict.reason === 'amount_missing')
    throw unacceptable('amount', 'This campaign pays a share of the sale: name its amount.')

  const ids = { conversionId: newId('conversion'), earningId: newId('earning') }
  const funded = tracked && (await fundEarning(tx, verdict, tracked, ids.earningId, at))
  const { status, reason = null } = funded ?? verdict
  await insertConversion(tx, {
    id: ids.conversionId,
    brandId,
    eventId: input.eventId,
    requestHash: hashOfReport(input),
    clickId: input.clickId,
    tracked,
    type: input.type,
    amount: input.amount,
    occurredAt,
    status,
    reason,
    createdAt: at,
  })
  const earning =
    tracked && funded && funded.status !== 'rejected'
      ? await recordEarning(tx, { ...ids, type: input.type, occurredAt, at }, funded, tracked)
      : undefined
  return conversionAnswer({
    id: ids.conversionId,
    eventId: input.eventId,
    status,
    reason,
    earningId: earning?.id ?? null,
    crels: earning?.crels ?? null,
    unlocksAt: earning?.unlocksAt ?? null,
  })
}

/** When it happened: never later than the report, though the brand's clock may be a little ahead. */
function occurrence(given: string | undefined, at: Date): Date {
  if (given === undefined) return at
  const occurredAt = new Date(given)
  const ageMs = at.getTime() - occurredAt.getTime()
  if (Number.isNaN(ageMs)) throw unacceptable('occurredAt', 'This is no moment.')
  if (ageMs < -CLOCK_SKEW_MS) throw unacceptable('occurredAt', 'This is in the future.')
  if (ageMs > REPORT_WITHIN_MS) throw unacceptable('occurredAt', 'This is more than 90 days ago.')
  return ageMs < 0 ? at : occurredAt
}

function unacceptable(member: 'amount' | 'occurredAt', message: string): Problem {
  const issues = [{ path: `body.${member}`, code: 'custom', message }]
  return problem('validation_failed', { detail: message, members: { issues } })
}
