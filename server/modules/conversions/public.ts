// What other modules may call. Every write takes the caller's transaction first.
export { aboutEarnings } from './about-earnings.ts'
export { countTrust, trustOf } from './campaign-trust.ts'
export type { ClickDeps } from './await-clicks.ts'
export { correctConversion, type Correction } from './correct-conversion.ts'
export { decideConversionReview, type ConversionReviewDecision } from './decide-conversion-review.ts'
export { earnedBy, earnedByAll, earnedByPart, type EarnedStatistics } from './earned-statistics.ts'
export { enrolmentStatistics, type EnrolmentStatistics } from './enrolment-statistics.ts'
export { clickPayStatistics, type ClickPayStatistics } from './click-pay-statistics.ts'
export { decideClickReview } from './decide-click-review.ts'
export { listClickReviews, type ClickReview } from './click-review-queries.ts'
export { lastConversion } from './last-conversion.ts'
export { shareDevice, visitorsOfMember } from './member-visitor-queries.ts'
export { payClicks, type ClicksPaid } from './pay-clicks.ts'
export { reverseClickEarning } from './reverse-click-earning.ts'
export {
  countConversionsUnderReview,
  listConversionsUnderReview,
  type ConversionUnderReview,
} from './list-conversions-under-review.ts'
export { refundConversion, type RefundInput } from './refund-conversion.ts'
export { reportConversion, type Reported } from './report-conversion.ts'
export { reverseConversion } from './reverse-conversion.ts'
export { ingestConversion } from './ingest-conversion.ts'
export { unlockDueEarnings, unlockEarnings, type Unlocked, type UnlockOptions } from './unlock-earnings.ts'
