import type { ConversionReport } from '#contracts/conversions.ts'
import { CLOCK_SKEW_MS } from '#rules/attribution.ts'
import type { BrandActor } from '#server/platform/http/actors.ts'
import { problem, type Problem } from '#server/platform/http/problems.ts'

/** A brand's report as it is worked with: for which click, how much, and when. */
export interface ReportedEvent {
  brandId: string
  eventId: string
  clickId: string
  type: 'lead' | 'sale'
  /** What was paid at the brand, in US cents; null where the report names no amount. */
  saleUsdCents: number | null
  /** When it happened, never later than it was reported. */
  occurredAt: Date
  /** Domain time: everything that follows from the report is dated by it. */
  reportedAt: Date
}

/** A report may name a moment this long ago (milliseconds): 90 days. */
const REPORT_WITHIN_MS = 90 * 86_400_000

/** Takes a report that comes in at `reportedAt`. Throws `validation_failed` for an impossible `occurredAt`. */
export function reportedEvent(
  actor: Pick<BrandActor, 'brandId'>,
  report: ConversionReport,
  reportedAt: Date,
): ReportedEvent {
  const { eventId, clickId, type, amount } = report
  const occurredAt = occurrence(report.occurredAt, reportedAt)
  return {
    brandId: actor.brandId,
    eventId,
    clickId,
    type,
    saleUsdCents: amount?.minor ?? null,
    occurredAt,
    reportedAt,
  }
}

/** A brand's clock may be a little ahead: then it happened when it was reported. */
function occurrence(given: string | undefined, reportedAt: Date): Date {
  if (given === undefined) return reportedAt
  const occurredAt = new Date(given)
  const ageMs = reportedAt.getTime() - occurredAt.getTime()
  if (Number.isNaN(ageMs)) throw unacceptable('occurredAt', 'This is no moment.')
  if (ageMs < -CLOCK_SKEW_MS) throw unacceptable('occurredAt', 'This is in the future.')
  if (ageMs > REPORT_WITHIN_MS) throw unacceptable('occurredAt', 'This is more than 90 days ago.')
  return ageMs < 0 ? reportedAt : occurredAt
}

/** `validation_failed` for a member of the report that has the right shape and an impossible value. */
export function unacceptable(member: 'amount' | 'occurredAt', message: string): Problem {
  const issues = [{ path: `body.${member}`, code: 'custom', message }]
  return problem('validation_failed', { detail: message, members: { issues } })
}
