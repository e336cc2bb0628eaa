import { parseRate } from './exchange.ts'
import { dayMs } from './utc-date.ts'

/**
 * What a click or a conversion is worth to the member, in whole crels (docs/economy.md,
 * Conversions and earnings). Amounts are safe integers in and out;
 * RangeError where an argument is none, is negative, or a result would be inexact.
 */

/** What a campaign pays; the snapshot an enrolment keeps. Null where a kind is not paid. */
export type Reward = {
  /** Thousandths of a crel for a countable click. */
  clickMillicrels: number | null
  leadCrels: number | null
  /** A fixed amount, or basis points of the sale (800 = 8 %). */
  sale: { crels: number } | { bps: number } | null
}

/** What a brand reports: a lead, or a sale with its amount in US cents where it names one. */
export type ReportedConversion = { type: 'lead' } | { type: 'sale'; saleUsdCents: number | null }

/** Why a conversion earns nothing. */
export type EarningRefusal = 'reward_not_offered' | 'amount_missing' | 'earning_below_one_crel'

/** What a conversion earns in crels, at least 1, or why it earns nothing. */
export type EarningOutcome = { crels: number; refusal?: undefined } | { crels: 0; refusal: EarningRefusal }

/**
 * What a conversion earns under a reward. `rate` is the decimal rate in force at acceptance and matters only
 * for a share of the sale, which is ⌊usdCents × bps × rate / 1 000 000⌋: a part of a crel stays in the budget.
 */
export function conversionEarning(
  reward: Reward,
  conversion: ReportedConversion,
  rate: string,
): EarningOutcome {
  if (conversion.type === 'lead') return outcomeOf(reward.leadCrels)
  if (reward.sale === null || 'crels' in reward.sale) return outcomeOf(reward.sale?.crels ?? null)
  if (conversion.saleUsdCents === null) return { crels: 0, refusal: 'amount_missing' }
  return outcomeOf(saleShareCrels(conversion.saleUsdCents, reward.sale.bps, rate))
}

/** The share of a sale in crels: ⌊usdCents × bps × rate / 1 000 000⌋, exactly. May be 0. */
export function saleShareCrels(saleUsdCents: number, bps: number, rate: string): number {
  const rateMicros = 1_000_000n
  return safe((whole(saleUsdCents) * whole(bps) * parseRate(rate)) / (1_000_000n * rateMicros))
}

/**
 * What countable clicks earn: whole crels now, and the thousandths kept for the next time. Splitting the same
 * clicks into any batches pays the same in all.
 */
export function clickEarning(
  clicks: number,
  clickMillicrels: number,
  remainderMillicrels: number,
): { crels: number; remainderMillicrels: number } {
  const millicrels = whole(clicks) * whole(clickMillicrels) + whole(remainderMillicrels)
  return { crels: safe(millicrels / 1_000n), remainderMillicrels: safe(millicrels % 1_000n) }
}

/** An earning and the refunds of its sale so far: crels, and minor units of the currency it was sold in. */
export type RefundFacts = {
  earnedCrels: number
  /** The amount of the sale; null when the brand named none, and then only a whole refund is possible. */
  saleMinor: number | null
  /** What earlier refunds took back. */
  refundedMinor: number
  reversedCrels: number
  /** This refund; null is whatever is left. */
  refundMinor: number | null
}

/** Why a refund is refused; the codes of the API's error table. */
export type RefundRefusal = 'refund_exceeds_sale' | 'not_refundable'

/** What a refund takes back, or why it is refused. */
export type RefundOutcome =
  | { reverseCrels: number; refundedMinor: number | null; refusal?: undefined }
  | { refusal: RefundRefusal }

/**
 * What a refund takes back of an earning: in all ⌊earned × refunded / sale⌋, less what earlier refunds took.
 * It is rounded to the member's side (the part of a crel stays theirs) and counted over all refunds of the sale,
 * so many small refunds never take more than one large one, and the last takes exactly the rest.
 * A refund above what is left of the sale is refused, and so is one of a sale that has nothing left.
 */
export function refundShare(facts: RefundFacts): RefundOutcome {
  const { earnedCrels, saleMinor, refundedMinor, reversedCrels, refundMinor } = facts
  if (saleMinor === null) {
    if (refundMinor !== null) return { refusal: 'refund_exceeds_sale' }
    if (reversedCrels >= earnedCrels) return { refusal: 'not_refundable' }
    return { reverseCrels: earnedCrels - reversedCrels, refundedMinor: null }
  }
  if (refundedMinor >= saleMinor) return { refusal: 'not_refundable' }
  const refunded = whole(refundedMinor) + whole(refundMinor ?? saleMinor - refundedMinor)
  if (refunded > whole(saleMinor)) return { refusal: 'refund_exceeds_sale' }
  const reversedInAll = (whole(earnedCrels) * refunded) / whole(saleMinor)
  return { reverseCrels: Math.max(0, safe(reversedInAll) - reversedCrels), refundedMinor: safe(refunded) }
}

/**
 * When an earning unlocks: `holdDays` days of 24 hours after its acceptance, both in milliseconds since 1970.
 * Fixed when the earning is made; a later change of the campaign does not move it.
 */
export function unlocksAt(acceptedAt: number, holdDays: number): number {
  return acceptedAt + safe(whole(holdDays)) * dayMs
}

function outcomeOf(crels: number | null): EarningOutcome {
  if (crels === null) return { crels: 0, refusal: 'reward_not_offered' }
  return crels >= 1 ? { crels } : { crels: 0, refusal: 'earning_below_one_crel' }
}

function whole(value: number): bigint {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`Not a whole amount: ${value}`)
  return BigInt(value)
}

function safe(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('The amount is too large')
  return Number(value)
}
