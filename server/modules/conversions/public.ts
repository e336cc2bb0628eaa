// What other modules may call. Every write takes the caller's transaction first.
export { aboutEarnings } from './about-earnings.ts'
export type { ClickDeps } from './await-clicks.ts'
export { decideHeldConversion, type HeldDecision } from './decide-held-conversion.ts'
export { enrolmentFigures, type EnrolmentFigures } from './enrolment-figures.ts'
export { refundConversion, type RefundInput } from './refund-conversion.ts'
export { reportConversion, type Reported } from './report-conversion.ts'
export { takeReport } from './take-report.ts'
export { unlockDueEarnings, unlockEarnings, type Unlocked, type UnlockOptions } from './unlock-earnings.ts'
