export {
  approveRedemption,
  locked as lockedRedemption,
  logged as logDecision,
  rejectRedemption,
} from './approve-redemption.ts'
export { papersIn, type PapersIn } from './countries-on-paper.ts'
export { addDestination } from './destinations.ts'
export { membersPaidTogether, shareDestination } from './destination-queries.ts'
export {
  lookAtRedemption,
  memberOfRedemption,
  redemptionOperations,
  type RedemptionOperations,
} from './operate-redemptions.ts'
export {
  batchFileProvider,
  manualProvider,
  singleProviders,
  type Payout,
  type PayoutOutcome,
  type PayoutProvider,
} from './payout-provider.ts'
export { openDestination } from './open-destination.ts'
export { openPayPal, type PayPalClient } from './paypal/paypal-client.ts'
export { paypalProvider } from './paypal/paypal-provider.ts'
export type { RedemptionDeps } from './redemption-deps.ts'
export { lastPaidYear, thisYear, yearUsdCents } from './paid-in-years.ts'
export { frozenAmong, frozenUntil } from './payout-freeze.ts'
export { allowPayouts, payoutsStoppedUntil, stopPayouts, undoPayoutStop } from './stop-payouts.ts'
export {
  countRedemptions,
  hasUnderWay,
  isUnlooked,
  redemptionsIn,
  runOf,
  type RedemptionRow,
} from './redemption-queries.ts'
export { reconcileRedemptions, redemptionsProof } from './reconcile-redemptions.ts'
export { redemptionUnderWay } from './redemption-under-way.ts'
export { requestRedemption } from './request-redemption.ts'
export { keepPayee, requirePayable } from './require-payable.ts'
export { isFormMissing, noticeMissingForm } from './require-tax-form.ts'
export { beginSending, sendRedemption, sinceAccountChanges } from './send-redemption.ts'
export { returnPaymentAct } from './return-payment.ts'
export { failRedemption, payRedemption, possibleDay, recordOutcome } from './settle-redemption.ts'
export { paidWithoutForm, paidYears, yearlyPayouts, type YearlyPayouts } from './yearly-payouts.ts'
export { yearlyTotals, yearlyTotalsCsv } from './yearly-totals.ts'
export { openDetails, sealedDestinations } from './destination-secret.ts'
export { clearMatch } from './screening/clear-match.ts'
export { openSanctions } from './screening/opensanctions.ts'
export { paidWhereOwnWas, requireNotOwnDestination } from './own-destination.ts'
export {
  announceOwnPayout,
  ownWord,
  requireAnother,
  requireDayAlone,
  saidItCameBack,
  saidItFailed,
} from './second-person.ts'
export { screeningsOf } from './screening/require-screened.ts'
export type { ScreeningRound } from './screening/screen-redemptions.ts'
export { sealedScreenings } from './screening/screening-secret.ts'
export { requireAllLookedAt, requireLookedAt, restoredPayouts } from './restored-payouts.ts'
export { payByKept } from './pay-by-kept.ts'
export {
  isPaidTwice,
  keptBeside,
  openPaidTwice,
  unsettledIn,
  recordPaidTwice,
  requireNotPaidTwice,
  wasPaidTwice,
  type KeptBeside,
} from './paid-twice.ts'
export {
  isSaidToHaveComeBack,
  mismatchOrder,
  payoutMismatches,
  recordMismatch,
  settleMismatch,
  type PayoutMismatch,
  type SettledMismatch,
  type TwiceOutcome,
} from './payout-mismatches.ts'
export {
  isInNoRun,
  isInRedemptionList,
  isInRedemptionQueue,
  statesOfRedemptionList,
} from './redemption-lists.ts'
export { shortenSlippedWaits } from './slipped-waits.ts'
export { settleRestoredPayout } from './settle-restored-payout.ts'
export { lostDestinations } from './lost-destinations.ts'
