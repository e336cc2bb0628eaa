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
export { yearlyTotalsCsv } from './yearly-totals.ts'
export { sealedDestinations } from './destination-secret.ts'
