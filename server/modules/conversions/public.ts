// What other modules may call. Every write takes the caller's transaction first.
export { aboutEarnings } from './about-earnings.ts'
export { decideHeldConversion, type HeldDecision } from './decide-held-conversion.ts'
export { enrolmentFigures, type EnrolmentFigures } from './earning-queries.ts'
export { refundConversion, type RefundInput } from './refund-conversion.ts'
export { reportConversion, type Reported, type ReportInput } from './report-conversion.ts'
export { takeReport, type ReportDeps } from './take-reports.ts'
export { unlockDueEarnings, unlockEarnings, type Unlocked, type UnlockOptions } from './unlock-earnings.ts'
