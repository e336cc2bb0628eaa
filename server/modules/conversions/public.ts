// What other modules may call. Every write takes the caller's transaction first.
export { aboutEarnings } from './about-earnings.ts'
export { eraseEarnings } from './erase-member.ts'
export { earnedByCampaign } from './earned-by-campaign.ts'
export { nextMonthUnlocking } from './next-month-unlocking.ts'
export { countTrust, earningsPer100Clicks, isPixelWord, trustOf } from './campaign-trust.ts'
export { type ClickDeps, ingestConversion } from './ingest-conversion.ts'
export { correctConversion, type Correction } from './correct-conversion.ts'
export { decideConversionReview, type ConversionReviewDecision } from './decide-conversion-review.ts'
export {
  availableEarnings,
  earnedBy,
  earnedByAll,
  earnedByPart,
  type EarnedStatistics,
  enrolmentStatistics,
  type EnrolmentStatistics,
} from './earned-statistics.ts'
export { clickPayStatistics, type ClickPayStatistics } from './click-pay-statistics.ts'
export { decideClickReview } from './decide-click-review.ts'
export { listClickReviews, type ClickReview } from './click-review-queries.ts'
export { lastConversion } from './conversion-queries.ts'
export { addressesOfMember, shareDevice, visitorsOfMember } from './member-visitors.ts'
export { payClicks, type ClicksPaid } from './pay-clicks.ts'
export { reverseClickEarning, reverseConversion } from './reverse-earnings.ts'
export {
  countConversionsUnderReview,
  listConversionsUnderReview,
  type ConversionUnderReview,
} from './list-conversions-under-review.ts'
export { earningsProof } from './reconcile-earnings.ts'
export { refundConversion } from './refund-conversion.ts'
export type { RefundInput } from './apply-refund.ts'
export { reportConversion, type Reported } from './report-conversion.ts'
export { unreservedClicks, type UnreservedClicks } from './unreserved-clicks.ts'
export { unlockDueEarnings, unlockEarnings, type UnlockOptions } from './unlock-earnings.ts'
