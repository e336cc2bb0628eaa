import type { ConversionReport } from '#contracts/conversions.ts'
import { CLOCK_SKEW_MS } from '#rules/attribution.ts'
import type { BrandActor } from '#server/platform/http/actors.ts'
import type { Tx } from '#server/platform/database.ts'
import { saleInUsd, type SaleInUsd } from './sale-in-usd.ts'
import { unacceptable } from './unacceptable.ts'

/** A brand's report as it is worked with: for which click, how much, and when. */
export interface ReportedEvent extends SaleInUsd {
  brandId: string
  eventId: string
  clickId: string
  type: 'lead' | 'sale'
  /** When it happened, never later than it was reported. */
  occurredAt: Date
  /** Only the visitor's browser reports it. */
  isUnconfirmed: boolean
  /** Domain time: everything that follows from the report is dated by it. */
  reportedAt: Date
}

/** A report may name a moment this long ago (milliseconds): 90 days. */
const REPORT_WITHIN_MS = 90 * 86_400_000

/**
 * Takes a report that comes in at `reportedAt`. Throws `validation_failed` for an impossible `occurredAt`, and what
 * `saleInUsd` throws for an amount.
 */
export async function reportedEvent(
  tx: Tx,
  actor: Pick<BrandActor, 'brandId'>,
  report: ConversionReport,
  reportedAt: Date,
  isUnconfirmed = false,
): Promise<ReportedEvent> {
  const { eventId, clickId, type, amount } = report
  const occurredAt = occurrence(report.occurredAt, reportedAt)
  return {
    brandId: actor.brandId,
    eventId,
    clickId,
    type,
    ...(await saleInUsd(tx, amount, occurredAt)),
    occurredAt,
    isUnconfirmed,
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
