/**
 * How far a campaign can be trusted, from what became of its results:
 * what share was paid, how long that took, what a click brought and how much was taken back.
 */

/** What is counted, of the last `TRUST_DAYS` days. */
export type TrustCounts = {
  /** Leads and sales that were accepted or rejected. */
  decided: number
  accepted: number
  /** Earnings that became available. */
  unlocked: number
  /** From acceptance until it was available, the median of those, in milliseconds; null when there is none. */
  validationMsMedian: number | null
  /** Countable clicks. */
  clicks: number
  /** What was earned, and what of it was taken back. */
  earnedCrels: number
  reversedCrels: number
}

/** What a creator reads; null where too little happened to say. */
export type Trust = {
  approvalPercent: number | null
  validationHours: number | null
  earningsPerClickMillicrels: number | null
  reversedPercent: number | null
}

/** What 100 clicks brought, in whole crels rounded down; null where that is nothing, or not known. */
export function crelsPer100Clicks({ earningsPerClickMillicrels: each }: Trust): number | null {
  return each === null || each < 10 ? null : Math.floor(each / 10)
}

/** How many days back results count. */
export const TRUST_DAYS = 90

/** Fewer than this say nothing: one refund in three sales is no rate. */
export const TRUST_CONVERSIONS_MIN = 10
export const TRUST_UNLOCKED_MIN = 5
export const TRUST_CLICKS_MIN = 100

/**
 * The figures: percent and milli-crels rounded down where more is better for the brand, up where less is; hours
 * rounded up. A figure is never better than what happened.
 */
export function campaignTrust(counts: TrustCounts): Trust {
  const { decided, accepted, unlocked, validationMsMedian, clicks, earnedCrels, reversedCrels } = counts
  const isKnown = decided >= TRUST_CONVERSIONS_MIN
  return {
    approvalPercent: isKnown ? Math.floor((accepted * 100) / decided) : null,
    validationHours:
      unlocked >= TRUST_UNLOCKED_MIN && validationMsMedian !== null
        ? Math.ceil(validationMsMedian / 3_600_000)
        : null,
    earningsPerClickMillicrels:
      clicks >= TRUST_CLICKS_MIN ? Math.floor(((earnedCrels - reversedCrels) * 1_000) / clicks) : null,
    reversedPercent: isKnown && earnedCrels > 0 ? Math.ceil((reversedCrels * 100) / earnedCrels) : null,
  }
}
