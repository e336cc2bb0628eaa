export { approveRedemption } from './approve-redemption.ts'
export { addDestination } from './destinations.ts'
export { membersPaidTogether, shareDestination } from './destination-queries.ts'
export { redemptionOperations, type RedemptionOperations } from './operate-redemptions.ts'
export {
  batchFileProvider,
  manualProvider,
  type Payout,
  type PayoutOutcome,
  type PayoutProvider,
} from './payout-provider.ts'
export type { RedemptionDeps } from './redemption-deps.ts'
export { hasUnderWay } from './redemption-queries.ts'
export { requestRedemption } from './request-redemption.ts'
export { beginSending } from './send-redemption.ts'
export { payRedemption } from './settle-redemption.ts'
export { yearlyTotalsCsv } from './yearly-totals.ts'
export { sealedDestinations } from './destination-secret.ts'
