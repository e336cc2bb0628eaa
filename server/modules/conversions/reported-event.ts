import type { ConversionReport } from '#contracts/conversions.schemas.ts'
import { CLOCK_SKEW_MS } from '#rules/attribution.ts'
import { dayMs } from '#rules/utc-date.ts'
import type { BrandActor } from '#server/platform/http/actors.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalidValue, problem } from '#server/platform/http/problems.ts'
import { toUsdCents } from '#rules/currency.ts'
import { currencyRateOn } from '#server/modules/exchange/public.ts'

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
  /** A person has decided that it is genuine. */
  isDecided: boolean
  /** Domain time: everything that follows from the report is dated by it. */
  reportedAt: Date
}

/** Who vouches for a report, and the moment it came in. */
export interface ReportOrigin {
  now: Date
  /** Only the visitor's browser reports it. */
  isUnconfirmed?: boolean
  /** A person has decided that it is genuine: a claim that was accepted, a correction. */
  isDecided?: boolean
}

/** A report may name a moment this long ago (milliseconds): 90 days. */
const REPORT_WITHIN_MS = 90 * dayMs

/**
 * Takes a report that comes in at `now`. Throws `validation_failed` for an impossible `occurredAt`, and what
 * `saleInUsd` throws for an amount. What a person has decided may be older than a report.
 */
export async function reportedEvent(
  tx: Tx,
  actor: Pick<BrandActor, 'brandId'>,
  report: ConversionReport,
  { now: reportedAt, isUnconfirmed = false, isDecided = false }: ReportOrigin,
): Promise<ReportedEvent> {
  const { eventId, clickId, type, amount } = report
  const occurredAt = occurrence(report.occurredAt, reportedAt, isDecided)
  return {
    brandId: actor.brandId,
    eventId,
    clickId,
    type,
    ...(await saleInUsd(tx, amount, occurredAt)),
    occurredAt,
    isUnconfirmed,
    isDecided,
    reportedAt,
  }
}

/** A brand's clock may be a little ahead: then it happened when it was reported. */
function occurrence(given: string | undefined, reportedAt: Date, isDecided: boolean): Date {
  if (given === undefined) return reportedAt
  const occurredAt = new Date(given)
  const ageMs = reportedAt.getTime() - occurredAt.getTime()
  if (Number.isNaN(ageMs)) throw invalidValue('body.occurredAt', 'This is not a valid time.')
  if (ageMs < -CLOCK_SKEW_MS) throw invalidValue('body.occurredAt', 'This is in the future.')
  if (ageMs > REPORT_WITHIN_MS && !isDecided)
    throw invalidValue('body.occurredAt', 'This is more than 90 days ago.')
  return ageMs < 0 ? reportedAt : occurredAt
}

/** An amount as brands send it: minor units of a currency. */
export interface Amount {
  currency: string
  minor: number
}

/** What was paid at the brand. */
export interface SaleInUsd {
  /** In US cents, in which earnings are computed; null where the report names no amount. */
  saleUsdCents: number | null
  /** The amount as it was reported, and the rate it was converted at; null for US dollars and without an amount. */
  foreign: (Amount & { usdPerUnit: string; day: string }) | null
}

/** Largest sale in US cents: 100 million dollars. */
const LARGEST_USD_CENTS = 100_000_000_00

/**
 * A sale's amount in US cents, another currency at the rate of the day (UTC) it happened on. Throws
 * `currency_rate_missing` when no rate was set for that day or the week before it, and `validation_failed` for an
 * amount that is less than a cent or too large.
 */
export async function saleInUsd(tx: Tx, amount: Amount | undefined, occurredAt: Date): Promise<SaleInUsd> {
  if (!amount) return { saleUsdCents: null, foreign: null }
  if (amount.currency === 'USD') return { saleUsdCents: possible(amount.minor), foreign: null }
  const rate = await currencyRateOn(tx, amount.currency, occurredAt)
  if (!rate) throw problem('currency_rate_missing')
  const { usdPerUnit, day } = rate
  return {
    saleUsdCents: possible(centsOf(amount, usdPerUnit)),
    foreign: { ...amount, usdPerUnit, day },
  }
}

function centsOf({ minor, currency }: Amount, usdPerUnit: string): number {
  try {
    return toUsdCents(minor, currency, usdPerUnit)
  } catch (error) {
    if (error instanceof RangeError) return Infinity
    throw error
  }
}

function possible(usdCents: number): number {
  if (usdCents < 1) throw invalidValue('body.amount', 'This is worth less than one US cent.')
  if (usdCents > LARGEST_USD_CENTS)
    throw invalidValue('body.amount', 'This is more than 100 million US dollars.')
  return usdCents
}
